import Foundation
import RepositoryFiles
import Testing

/// The events of a batch have the fields that docs/batch-events.md describes.
struct BatchEventTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.manifest(
            "content_id,input",
            "a,\(Sample.packedAudio.path)",
            "b,missing.m3u8",
            "c,\(Sample.packedAudio.path)",
            "d,\(Mezzanine.avc)"
        )
    }

    /// A row of the table of fields.
    private struct Field {
        let name: String
        let isNumber: Bool
        let events: Set<String>
    }

    private static func documentation() throws -> String {
        try String(contentsOf: Repository.root.appending(path: "docs/batch-events.md"), encoding: .utf8)
    }

    private static func fields() throws -> [Field] {
        try documentation().split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: /\| `(\w+)` \| (text|number) \| (.+?) \| .*/) else {
                return nil
            }
            let events =
                match.3 == "all"
                ? ["begin", "phase", "retry", "end"] : match.3.matches(of: /`(\w+)`/).map { String($0.1) }
            return Field(name: String(match.1), isNumber: match.2 == "number", events: Set(events))
        }
    }

    private func events(_ more: String..., status: Int32) throws -> [[String: Any]] {
        let outcome = try workspace.start(Workspace.batchWords(["--log-format", "json"] + more)).wait()
        try #require(outcome.status == status, "\(outcome.testDescription)")
        return try outcome.errors.split(separator: "\n").compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["event"] == nil ? nil : object
        }
    }

    @Test func `Every field is described, and every described field is there`() throws {
        let fields = try Self.fields()
        try #require(fields.count > 10)
        var events = try events(
            "--shard-index",
            "0",
            "--shard-count",
            "1",
            "--run",
            "r",
            "--verify",
            status: 66
        )
        // A key server that does not answer is tried again.
        try workspace.manifest(
            "content_id,input,key_server",
            "e,\(Sample.packedAudio.path),speke:http://127.0.0.1:9/"
        )
        events += try self.events(
            "--retries",
            "1",
            "--run",
            "s",
            "--shard-index",
            "0",
            "--shard-count",
            "1",
            status: 75
        )
        var seen: [String: Set<String>] = [:]
        for event in events {
            let kind = try #require(event["event"] as? String)
            for (name, value) in event {
                let field = try #require(fields.first { $0.name == name }, "\(name) is not described")
                #expect(field.events.contains(kind), "\(name) in \(kind)")
                #expect((value is NSNumber) == field.isNumber, "\(name)")
                seen[kind, default: []].insert(name)
            }
        }
        for field in fields {
            for kind in field.events where !(field.name == "bytes" && kind == "retry") {
                #expect(seen[kind]?.contains(field.name) == true, "\(field.name) in \(kind)")
            }
        }
    }

    @Test func `Phases are those that are described, in their order`() throws {
        let line = try #require(
            try Self.documentation().split(separator: "\n").first { $0.hasPrefix("| `phase` | text") }
        )
        let described = Set(line.matches(of: /`([a-z]+)`/).map { String($0.1) }).subtracting(["phase"])
        let events = try events("--verify", "--workers", "1", status: 66)
        let phases = Dictionary(grouping: events.filter { $0["event"] as? String == "phase" }) {
            $0["content_id"] as? String ?? ""
        }.mapValues { $0.compactMap { $0["phase"] as? String } }
        #expect(phases["a"] == ["reading", "checking", "encrypting", "publishing", "verifying"])
        #expect(phases["b"] == nil)
        let packaged = try #require(phases["d"])
        #expect(packaged.first == "reading" && packaged.contains("cutting") && packaged.last == "verifying")
        #expect(Set(phases.values.flatMap(\.self)).isSubset(of: described))
        let ends = events.filter { $0["event"] as? String == "end" }
        #expect(ends.allSatisfy { ($0["bytes"] as? Int ?? 0) > 0 || $0["content_id"] as? String == "b" })
    }
}
