import Foundation
import Testing

/// The exit status of a batch: 75 if any title has it, else that of the first failed title in the manifest.
struct BatchExitStatusTests {
    /// Rows of titles, by the exit status of the title.
    private static let rows: [Int32: String] = [
        0: "\(Sample.packedAudio.path),t0,,",
        64: "\(Sample.packedAudio.path),t64,aes-256,",
        65: "encrypted/index.m3u8,t65,,",
        66: "nowhere.mp4,t66,,",
        75: "\(Sample.packedAudio.path),t75,,ksm",
    ]

    static let cases: [(statuses: [Int32], expected: Int32)] = [
        ([0], 0), ([0, 66, 64], 66), ([64, 66], 64), ([65, 0, 66], 65), ([66, 65], 66), ([64, 0, 75], 75),
        ([75, 65], 75),
    ]

    @Test(arguments: cases)
    func `The order of the manifest decides, after 75`(statuses: [Int32], expected: Int32) throws {
        let workspace = try Workspace()
        if statuses.contains(65) {
            try workspace.protect(Sample.packedAudio.path, to: "encrypted", id: "encrypted").succeeds()
        }
        try workspace.manifest(
            "input,content_id,method,require-provisioned",
            statuses.compactMap { Self.rows[$0] }
        )
        let report = try workspace.batchReport("--workers", "2", status: expected)
        for status in statuses { #expect(report.statuses["t\(status)"] == Int(status)) }
    }
}
