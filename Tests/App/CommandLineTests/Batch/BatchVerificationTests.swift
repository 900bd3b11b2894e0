import Foundation
import Testing

/// `batch --verify --oldest-first --budget`: a catalog is verified in parts, and each time the part that waits longest.
struct BatchVerificationTests {
    let workspace: Workspace
    private static let ids = ["a", "b", "c", "d"]

    init() throws {
        workspace = try Workspace()
        try workspace.manifest("content_id,input", Self.ids.map { "\($0),\(Sample.packedAudio.path)" })
    }

    private struct Listed: Decodable {
        let contentId: String
        let state: String
        let verifiedAt: String?
    }

    private func verifiedAt() throws -> [String: String] {
        let outcome = try workspace.fairlead("batch", "status", "titles.csv", "--format", "json").succeeds()
        let titles = try outcome.json([Listed].self)
        return Dictionary(
            uniqueKeysWithValues: titles.compactMap { title in title.verifiedAt.map { (title.contentId, $0) }
            }
        )
    }

    /// Records another verification of a title, so long ago.
    private func age(_ contentID: String, days: Int) throws {
        try workspace.sqlite3(
            """
            INSERT INTO title_verifications (content_id, output, output_stamp, verified_at)
            SELECT content_id, output, output_stamp, verified_at - \(days * 86_400) FROM title_verifications
            WHERE content_id = '\(contentID)' ORDER BY id DESC LIMIT 1
            """
        )
    }

    @Test func `What was verified when is recorded and shown`() throws {
        try workspace.batch().succeeds()
        #expect(try verifiedAt().isEmpty)
        try workspace.batch("--verify").succeeds()
        let times = try verifiedAt()
        #expect(times.keys.sorted() == Self.ids)
        let table = try workspace.fairlead("batch", "status", "titles.csv").succeeds().text
        let time = try #require(times["a"])
        #expect(table.contains("VERIFIED") && table.contains(time))
        // A result that changed since then is not verified, whatever the record says.
        try workspace.flipLastByte(of: "results/b/7.aac")
        try workspace.touch("results/b/7.aac")
        #expect(try verifiedAt().keys.sorted() == ["a", "c", "d"])
    }

    @Test func `A result that does not hold is not verified`() throws {
        try workspace.batch().succeeds()
        try workspace.flipLastByte(of: "results/b/7.aac")
        #expect(try workspace.batch("--verify").status == 69)
        #expect(try verifiedAt().keys.sorted() == ["a", "c", "d"])
    }

    /// The order in which titles begin, as the events say.
    private func order(_ more: String...) throws -> [String] {
        let words = ["--verify", "--workers", "1", "--log-format", "json"] + more
        let outcome = try workspace.start(Workspace.batchWords(words)).wait()
        return try outcome.errors.split(separator: "\n").compactMap { line in
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return event?["event"] as? String == "begin" ? event?["content_id"] as? String : nil
        }
    }

    @Test func `Titles that were verified longest ago are first`() throws {
        #expect(try order("--oldest-first") == ["a", "b", "c", "d"])
        try age("c", days: 40)
        try age("b", days: 20)
        #expect(try order("--oldest-first") == ["c", "b", "a", "d"])
        #expect(try order() == ["a", "b", "c", "d"])
        // A clock that was ahead by a year does not keep a title from being verified.
        try age("b", days: -365)
        #expect(try order("--oldest-first").first == "b")
        // One that is not current comes before all of them.
        try workspace.flipLastByte(of: "results/d/7.aac")
        try workspace.touch("results/d/7.aac")
        #expect(try order("--oldest-first", "--overwrite").first == "d")
    }

    @Test func `What the budget leaves is not begun, and no failure`() throws {
        try workspace.batch("--verify").succeeds()
        let report = try workspace.batchReport("--verify", "--oldest-first", "--budget", "0s")
        #expect(report.summary["not_run"] == 4 && Set(report.states.values) == ["waiting"])
        #expect(try Set(workspace.batchReport("--verify", "--budget", "1h").states.values) == ["current"])
        try workspace.batch("--verify", "--budget", "1h", "--dry-run").fails(64, "--dry-run and --verify")
    }

    @Test(arguments: [["--budget", "2h"], ["--oldest-first"], ["--check", "--budget", "2h"]])
    func `Without --verify there is nothing to budget`(words: [String]) throws {
        try workspace.start(Workspace.batchWords(words)).wait().fails(64, "needs --verify. Give both")
    }
}
