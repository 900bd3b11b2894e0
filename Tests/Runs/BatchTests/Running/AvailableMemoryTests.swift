import Foundation
import Testing

@testable import Batch

/// Available memory according to kernel files: proc(5), and the documentation of control groups v2.
final class AvailableMemoryTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/memory-\(UUID().uuidString)"

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Kernel files by name, and the expected number of bytes.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: [String: String]
        let expected: UInt64?
    }

    private static let machine = """
        MemTotal:       24683808 kB
        MemFree:        15910912 kB
        MemAvailable:   22505472 kB
        Buffers:          123456 kB

        """

    @Test(arguments: [
        Case(testDescription: "a machine", files: ["meminfo": machine], expected: 22_505_472 * 1024),
        Case(
            testDescription: "a group without limit",
            files: ["meminfo": machine, "memory.max": "max\n", "memory.current": "1000\n"],
            expected: 22_505_472 * 1024
        ),
        Case(
            testDescription: "a group with less",
            files: ["meminfo": machine, "memory.max": "1073741824\n", "memory.current": "73741824\n"],
            expected: 1_000_000_000
        ),
        Case(
            testDescription: "a group with more than there is",
            files: ["meminfo": machine, "memory.max": "999999999999\n", "memory.current": "0\n"],
            expected: 22_505_472 * 1024
        ),
        Case(
            testDescription: "a group that is full",
            files: ["meminfo": machine, "memory.max": "1000\n", "memory.current": "1001\n"],
            expected: 0
        ),
        Case(
            testDescription: "a group that keeps files",
            files: [
                "meminfo": machine, "memory.max": "1073741824\n", "memory.current": "1000000000\n",
                "memory.stat": "anon 73741824\nactive_file 1\ninactive_file 926258176\n",
            ],
            expected: 1_000_000_000
        ),
        Case(
            testDescription: "a group that does not tell what it has",
            files: ["memory.max": "1000\n"],
            expected: 1000
        ),
        Case(testDescription: "nothing", files: [:], expected: nil),
        Case(testDescription: "other words", files: ["meminfo": "MemAvailable: many kB\n"], expected: nil),
        Case(testDescription: "an empty file", files: ["meminfo": "", "memory.max": ""], expected: nil),
    ])
    func `The lesser of machine and group is left`(of memory: Case) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in memory.files {
            try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
        }
        let bytes = AvailableMemory.bytes(machine: folder + "/meminfo", group: folder)
        #expect(bytes == memory.expected)
    }

    @Test func `This machine tells`() throws {
        #expect(try #require(AvailableMemory.bytes()) > 1 << 20)
    }
}
