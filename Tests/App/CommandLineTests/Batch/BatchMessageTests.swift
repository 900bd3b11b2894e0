import Foundation
import Testing

/// The messages of a running batch, and its report.
struct BatchMessageTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        let audio = Sample.packedAudio.path
        try workspace.manifest(
            "content_id,input",
            "a,\(audio)",
            "b,nowhere.m3u8",
            "c,\(audio)",
            "d,\(Mezzanine.avc)"
        )
    }

    private struct Event: Decodable {
        let event: String?
        let level: String?
        let message: String?
        let contentId: String?
        let line: Int?
        let attempt: Int?
        let state: String?
        let status: Int?
        let seconds: Double?
    }

    private static func events(_ text: String) throws -> [Event] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try text.split(separator: "\n").map { try decoder.decode(Event.self, from: Data($0.utf8)) }
    }

    @Test func `Each title has an event for its begin and one for its end`() throws {
        let outcome = try workspace.batch("--log-format", "json")
        #expect(outcome.status == 66)
        let events = try Self.events(outcome.errors)
        #expect(events.filter { $0.event == "begin" }.compactMap(\.contentId).sorted() == ["a", "c", "d"])
        let ends = events.filter { $0.event == "end" }
        #expect(ends.compactMap(\.contentId).sorted() == ["a", "b", "c", "d"])
        #expect(ends.allSatisfy { ($0.contentId == "b" ? "failed" : "published") == $0.state })
        #expect(ends.first { $0.contentId == "b" }?.status == 66)
        #expect(ends.allSatisfy { $0.line == ["a": 2, "b": 3, "c": 4, "d": 5][$0.contentId] })
        // The failure is a log message, too.
        #expect(events.filter { $0.level == "error" }.compactMap(\.message).count == 1)
        for id in ["a", "c", "d"] {
            let indices = ["begin", "end"].map { kind in
                events.firstIndex { $0.contentId == id && $0.event == kind } ?? -1
            }
            #expect(indices[0] >= 0 && indices[0] < indices[1])
        }
        let quiet = try workspace.batch("--log-format", "json", "--quiet")
        #expect(try Self.events(quiet.errors).map(\.level) == ["error"])
    }

    /// Returns the lines that stay on the screen.
    ///
    /// Interprets the ECMA-48 sequences for moving the cursor up and for erasing.
    private static func screen(_ text: String) -> [String] {
        var lines = [""]
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "\n": lines.append("")
            case "\r": break
            case "\u{1B}":
                guard let match = rest.prefixMatch(of: /\[(\d*)([AJ])/) else { continue }
                rest = rest[match.range.upperBound...]
                guard match.2 == "A", let count = Int(match.1) else { continue }
                // An erase of all after the cursor follows.
                lines = Array(lines.dropLast(count + 1)) + [""]
            default: lines[lines.count - 1].append(character)
            }
        }
        return lines.filter { !$0.isEmpty }
    }

    @Test func `A table is drawn, and nothing of it stays`() throws {
        let outcome = try workspace.batch("--progress", "always", "-v")
        #expect(outcome.errors.contains("/4 titles"))
        #expect(outcome.errors.contains("\u{1B}["))
        let screen = Self.screen(outcome.errors)
        #expect(screen.count == 4, "\(screen)")
        #expect(
            screen.allSatisfy {
                $0.hasPrefix("error: titles.csv:3: b: ") || $0.hasPrefix("info: titles.csv:")
            }
        )
    }

    @Test func `Events give the table no line, and lose none`() throws {
        let outcome = try workspace.batch("--progress", "always", "--log-format", "json")
        let events = try Self.events(Self.screen(outcome.errors).joined(separator: "\n"))
        #expect(events.filter { $0.event == "begin" }.count == 3)
        #expect(events.filter { $0.event == "end" }.count == 4)
    }

    @Test func `In a pipe nothing is drawn, and on a terminal the table goes`() throws {
        #expect(try workspace.batch().errors.split(separator: "\n").count == 1)
        let shown = try workspace.onTerminal(Workspace.batchWords(["--overwrite", "--method", "aes-128"]))
        #expect(shown.text.contains("/4 titles"))
    }

    @Test func `The report has what is known of each title`() throws {
        let outcome = try workspace.batch("--report", "report.json", "--verify")
        #expect(outcome.status == 66)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let report = try decoder.decode(BatchReport.self, from: workspace.data("report.json"))
        #expect(report.summary["published"] == 3 && report.summary["failed"] == 1)
        #expect(report.titles.map(\.contentId) == ["a", "b", "c", "d"])
        #expect(report.titles.map(\.line) == [2, 3, 4, 5])
        #expect(report.titles.map(\.attempts) == [1, 0, 1, 1])
        for title in report.titles where title.contentId != "b" {
            let folder = "results/" + title.contentId
            let files = try workspace.tree(folder)
            let output = try #require(title.output)
            #expect(output.path == workspace.path(folder))
            #expect(output.files == files.count)
            #expect(output.bytes == files.values.reduce(0) { $0 + $1.count })
            #expect(output.sha256 == (try digest(of: folder)))
            #expect(title.template == "content-id" && title.method == "sample-aes")
            #expect(title.verification?.holds == true)
            #expect(title.keys.map(\.keyUri) == ["skd://" + title.contentId])
            #expect(
                try title.keys.map(\.keyId)
                    == workspace.records().filter { $0.contentId == title.contentId }.map(\.keyId)
            )
        }
        #expect(try report.title("a").input.files == 5)
        let folder = (Sample.packedAudio.path as NSString).deletingLastPathComponent
        #expect(try report.title("a").input.sha256 == digest(of: folder))
        #expect(try report.title("b").output == nil)
    }

    /// Returns the digest of the output of sha256sum(1) for the files of a folder, in the order of their
    /// names.
    private func digest(of folder: String) throws -> String {
        let script = "cd '\(folder)' && find * -type f | LC_ALL=C sort | xargs sha256sum | sha256sum"
        let outcome = try ChildProcess(TestPaths.tool("sh"), ["-c", script], in: workspace.folder).wait()
        return String(outcome.text.prefix(64))
    }

    @Test func `A report is also written of a batch that cannot begin`() throws {
        try workspace.write("input;content_id\n", to: "titles.csv")
        try workspace.batch("--report", "report.json").fails(65)
        let report = try JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any]
        #expect(report?["status"] as? Int == 65)
        #expect(try workspace.data("titles.csv") == Data("input;content_id\n".utf8))
        try workspace.batch("--report", "titles.csv").fails(64, "--report")
        #expect(try workspace.data("titles.csv") == Data("input;content_id\n".utf8))
    }

    @Test func `A warning that many titles share is said of the first, and counted`() throws {
        let outcome = try workspace.batch(
            "--key",
            "00112233445566778899aabbccddeeff",
            "--iv",
            "0123456789abcdef0123456789abcdef"
        )
        let warnings = outcome.errors.split(separator: "\n").filter {
            $0.hasPrefix("warning: ") && $0.contains("command line")
        }
        #expect(warnings.count == 2, "\(outcome.errors)")
        #expect(warnings.last?.contains("titles.csv: ") == true)
    }
}
