import Foundation
import Testing

/// `batch status --watch`: how far a batch is, whoever runs it.
struct BatchWatchTests {
    let workspace: Workspace

    private struct Look: Decodable {
        struct Cause: Decodable {
            let status: Int
            let titles: Int
            let contentId: String
            let error: String
        }
        let titles: Int
        let published: Int
        let failed: Int
        let waiting: Int
        let titlesPerSecond: Double?
        let causes: [Cause]
    }

    init() throws {
        workspace = try Workspace()
        try workspace.manifest(
            "content_id,input",
            ["x,missing.m3u8", "y,gone.m3u8"] + (0..<20).map { "t\($0),\(Sample.packedAudio.path)" }
        )
    }

    @Test func `It ends when no title waits, and says what failed and why`() throws {
        let batch = try workspace.start(Workspace.batchWords(["--workers", "1"]))
        while try workspace.fairlead("batch", "status", "titles.csv").status != 0 { usleep(10_000) }
        let words = ["batch", "status", "titles.csv", "--watch", "--interval", "1", "--format", "json"]
        let outcome = try workspace.start(words).wait().succeeds()
        #expect(try batch.wait().status == 66)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let looks = try outcome.text.split(separator: "\n").map {
            try decoder.decode(Look.self, from: Data($0.utf8))
        }
        let last = try #require(looks.last)
        #expect(last.titles == 22 && last.published == 20 && last.failed == 2 && last.waiting == 0)
        #expect(zip(looks, looks.dropFirst()).allSatisfy { $0.published <= $1.published })
        #expect(looks.dropLast().allSatisfy { $0.waiting > 0 })
        #expect(looks.dropFirst().allSatisfy { $0.titlesPerSecond != nil })
        let cause = try #require(last.causes.first)
        #expect(last.causes.count == 1 && cause.status == 66 && cause.titles == 2 && cause.contentId == "x")
        #expect(cause.error.hasPrefix("missing.m3u8: "))
    }

    /// Nothing can be recorded of it, so that it would wait for ever.
    @Test func `A content id that is invalid has failed`() throws {
        let name = String(repeating: "x", count: 201)
        try workspace.manifest("content_id,input", "\(name),\(Sample.packedAudio.path)")
        #expect(try workspace.batch().status == 64)
        let words = ["batch", "status", "titles.csv", "--watch"]
        let outcome = try workspace.start(words).wait(seconds: 30).succeeds()
        #expect(
            outcome.text.contains("1 title: 1 failed") && outcome.text.contains("status 64"),
            "\(outcome.text)"
        )
    }

    @Test func `The text has a line for each look and each cause`() throws {
        #expect(try workspace.batch().status == 66)
        let text = try workspace.fairlead("batch", "status", "titles.csv", "--watch").succeeds().text
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("22 titles: 20 published, 2 failed") == true, "\(text)")
        #expect(
            lines.last?.hasPrefix("  2 titles failed with status 66, such as x: missing.m3u8: ") == true,
            "\(text)"
        )
    }

    @Test(arguments: [["--interval", "2"], ["--watch", "--interval", "0"]])
    func `Options that make no sense are refused`(words: [String]) throws {
        try workspace.start(["batch", "status", "titles.csv"] + words).wait().fails(64)
    }
}
