import Foundation
import Testing

/// A disk that becomes full while a batch runs.
struct BatchDiskTests {
    @Test(.enabled(if: Machine.canMount))
    func `What has room is published, and the others leave nothing`() throws {
        let workspace = try Workspace()
        try workspace.manifest(
            "content_id,input",
            "small,\(Sample.packedAudio.path)",
            "large,\(Sample.transportStream.path)",
            "other,\(Sample.packedAudio.path)"
        )
        let arguments = [
            "batch", "titles.csv", "-o", "disk/{content_id}", "--format", "json", "--workers", "1",
        ]
        try Machine.withFileSystem(at: workspace.path("disk"), size: "240k") {
            let outcome = try workspace.start(arguments).wait()
            #expect(outcome.status == 74, "\(outcome.testDescription)")
            let report = try outcome.json(BatchReport.self)
            #expect(report.states == ["small": "published", "large": "failed", "other": "published"])
            #expect(try report.title("large").error?.contains("disk is full") == true)
            #expect(try workspace.names(in: "disk") == ["other", "small"])
            #expect(try workspace.batchStatus()["large"]?.status == 74)
        }
        // With enough room, the next run uses the key that was minted.
        let keys = try workspace.listedKeys()
        #expect(keys.count == 3)
        try workspace.remove("disk")
        let report = try workspace.start(arguments).wait().succeeds().json(BatchReport.self)
        #expect(Set(report.states.values) == ["published"])
        #expect(try workspace.listedKeys() == keys)
    }

    /// The user may read the store and the manifest, and may write into one of two folders.
    @Test(.enabled(if: Machine.isRoot)) func `An output that may not be written is of its titles alone`()
        throws
    {
        let workspace = try Workspace()
        _ = try workspace.copy(.packedAudio, to: "in")
        try workspace.manifest(
            "content_id,input,output",
            "a,in/index.m3u8,closed/a",
            "b,in/index.m3u8,open/b"
        )
        try workspace.write("", to: "open/file")
        #expect(try ChildProcess.run("chown", "-R", "65534:65534", workspace.folder).status == 0)
        try workspace.write("", to: "closed/file")
        let outcome = try workspace.asStranger("batch", "titles.csv", "--format", "json")
        #expect(outcome.status == 73, "\(outcome.testDescription)")
        #expect(try outcome.json(BatchReport.self).statuses == ["a": 73, "b": 0])
        #expect(try workspace.names(in: "closed") == ["file"])
        #expect(try workspace.names(in: "open") == ["b", "file"])
    }
}
