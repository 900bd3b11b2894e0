import Foundation
import Testing

/// One report of all titles, whichever runs published them.
struct BatchReportTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.manifest(
            "content_id,input",
            "a,\(Sample.packedAudio.path)",
            "b,\(Sample.packedAudio.path)",
            "c,missing.m3u8",
            "d,\(Sample.packedAudio.path)",
            "e,\(Sample.packedAudio.path)"
        )
        // Two shards of three; the third is never run, and a result is changed later.
        for index in 0..<2 {
            let words = Workspace.batchWords(["--shard-index", "\(index)", "--shard-count", "3"])
            _ = try workspace.start(words).wait()
        }
        try workspace.write("another file", to: "results/e/extra")
    }

    private func report(_ more: String...) throws -> BatchReport {
        let words = ["batch", "report", "titles.csv", "--format", "json"] + more
        return try workspace.start(words).wait().succeeds().json(BatchReport.self)
    }

    @Test func `It has every title with what became of it, and the results of all runs`() throws {
        let report = try report("--report", "report.json", "--html", "report.html", "--junit", "report.xml")
        #expect(
            report.states == [
                "a": "published", "b": "published", "c": "waiting", "d": "published", "e": "does-not-hold",
            ]
        )
        #expect(report.statuses == ["a": 0, "b": 0, "c": 0, "d": 0, "e": 69])
        let records = try workspace.records()
        for title in report.titles where title.state == "published" {
            let record = try #require(records.first { $0.contentId == title.contentId })
            #expect(title.keys.map(\.keyId) == [record.keyId])
            #expect(title.keys.allSatisfy { $0.keyUri == "skd://\(title.contentId)" })
            #expect(try title.output?.files == workspace.names(in: "results/\(title.contentId)").count)
            #expect(title.method == "sample-aes")
            #expect(title.warnings.isEmpty)
        }
        let written = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: workspace.path("report.json")))
        )
        let titles = try #require((written as? [String: Any])?["titles"] as? [[String: Any]])
        let renditionCounts = titles.map { ($0["renditions"] as? [Any])?.count ?? 0 }
        #expect(renditionCounts == [1, 1, 0, 1, 0])
        #expect(workspace.exists("report.html") && workspace.exists("report.xml"))
    }

    /// A later run of the shard that was left changes only its titles.
    @Test func `It follows later runs`() throws {
        _ = try workspace.batch("--shard-index", "2", "--shard-count", "3")
        let report = try report()
        #expect(report.states["c"] == "failed")
        #expect(report.statuses["c"] == 66)
        #expect(report.states["a"] == "published")
    }

    @Test func `It writes nothing but reports, and no report over the manifest`() throws {
        let before = try workspace.names(in: ".")
        _ = try report()
        #expect(try workspace.names(in: ".") == before)
        let words = ["batch", "report", "titles.csv", "--report", "titles.csv"]
        try workspace.start(words).wait().fails(64, "--report")
        try workspace.start(["batch", "report", "missing.csv"]).wait().fails(66, "missing.csv")
    }
}
