import Foundation
import Presentations
import Testing

/// `cpu.max` of control groups (Linux, Documentation/admin-guide/cgroup-v2.rst).
struct ProcessorQuotaTests {
    @Test(
        arguments: [
            ("max 100000\n", nil), ("200000 100000\n", 2), ("250000 100000\n", 3), ("50000 100000\n", 1),
            ("0 100000\n", 1), ("100000 0\n", nil), ("", nil), ("nonsense\n", nil), ("1 2 3\n", nil),
        ] as [(String, Int?)]
    )
    func `A quota is a number of cores`(text: String, cores: Int?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appending(path: "cpu.max"))
        #expect(ProcessorQuota.cores(group: folder.path) == cores)
    }

    @Test func `Where nothing tells, there is no limit`() {
        #expect(ProcessorQuota.cores(group: "/nowhere") == nil)
    }
}
