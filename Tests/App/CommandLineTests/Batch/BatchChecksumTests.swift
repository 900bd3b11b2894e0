import Foundation
import Testing

/// `batch --checksum`: inputs are compared by their bytes, not by their sizes and times.
struct BatchChecksumTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        _ = try workspace.copy(.packedAudio, to: "in")
        try workspace.manifest("content_id,input", "a,in/index.m3u8")
    }

    private func states(_ options: String...) throws -> String {
        try workspace.start(Workspace.batchWords(options)).wait().succeeds().json(BatchReport.self)
            .title("a").state
    }

    @Test func `Inputs that were only touched are current`() throws {
        #expect(try states("--checksum") == "published")
        let results = try workspace.identities("results")
        try workspace.touch("in/7.aac")
        #expect(try states("--checksum") == "current")
        #expect(try states() == "unchanged")
        #expect(try workspace.identities("results") == results)
        // The run without `--checksum` stored none.
        #expect(try states("--checksum") == "unchanged")
        #expect(try states("--checksum") == "current")
    }

    /// The key was used for other media: the store refuses a change that sizes and times do not show.
    @Test func `Other bytes of the same size and time are found, and the key is not used for them`() throws {
        #expect(try states("--checksum") == "published")
        let results = try workspace.identities("results")
        try workspace.flipLastByte(of: "in/8.aac")
        #expect(try states() == "current")
        let report = try workspace.batchReport("--checksum", "--overwrite", status: 65)
        #expect(report.states == ["a": "failed"])
        #expect(try report.title("a").error?.contains("--reuse-key") == true)
        let checked = try workspace.batchReport("--checksum", "--check", status: 69)
        #expect(try checked.title("a").error == "inputs changed")
        #expect(try workspace.identities("results") == results)
        let status = try #require(try workspace.batchStatus()["a"])
        #expect(status.state == "failed" && status.status == 65)
    }
}
