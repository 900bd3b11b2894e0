import Foundation
import Glibc
import Testing

/// Manifests that change while a batch runs, which begins with a title that takes a while.
struct BatchChangingManifestTests {
    let workspace: Workspace
    private let rows: [String]

    init() throws {
        workspace = try Workspace()
        // More titles than are kept once they are prepared.
        rows = (0..<4200).map { "t\($0),\(Sample.packedAudio.path)" }
        try workspace.manifest("content_id,input", rows)
    }

    private func keyCount() throws -> Int {
        Int(try workspace.sqlite3("SELECT count(*) FROM content_keys").trimmingCharacters(in: .newlines)) ?? 0
    }

    /// Runs a batch, and changes the manifest as soon as a title has its key.
    private func batch(_ change: () throws -> Void) throws -> Outcome {
        let batch = try workspace.start(
            Workspace.batchWords(["--keys-only", "--workers", "1", "--report", "report.json"])
        )
        while try keyCount() == 0 { usleep(20_000) }
        try change()
        return try batch.wait(seconds: 300)
    }

    @Test func `A manifest that is replaced is read on`() throws {
        let outcome = try batch {
            try workspace.manifest("content_id,input", Array(rows.prefix(2)), to: "other.csv")
            let status = unsafe rename(workspace.path("other.csv"), workspace.path("titles.csv"))
            #expect(status == 0)
        }
        #expect(try outcome.succeeds().json(BatchReport.self).summary["keys_minted"] == 4200)
        #expect(try keyCount() == 4200)
    }

    @Test func `A manifest that is modified ends the batch with its reports`() throws {
        let outcome = try batch {
            let file = try FileHandle(forWritingTo: URL(filePath: workspace.path("titles.csv")))
            try file.seekToEnd()
            try file.write(contentsOf: Data("more,x.m3u8\n".utf8))
            try file.close()
        }
        outcome.fails(65, "titles.csv: the manifest was modified while it was in use")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let report = try decoder.decode(BatchReport.self, from: workspace.data("report.json"))
        #expect(report.summary["keys_minted"] == 4096 && report.summary["not_run"] == 104)
        #expect(try keyCount() == 4096)
    }
}
