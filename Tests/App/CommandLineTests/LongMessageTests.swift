import Foundation
import Testing

/// Values of millions of bytes in messages: the location and the remedy stay.
struct LongMessageTests {
    private static let longest = 4096
    private static let value = String(repeating: "x", count: 3_000_000)

    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let status: Int32
        let fix: String

        var testDescription: String { name }
    }

    private static let inputs: [Case] = [
        Case(
            name: "a.csv",
            text: "input,content_id\n\(value),a\n",
            status: 66,
            fix: "Check it and its disk."
        ),
        Case(name: "b.csv", text: "input,content_id\na,\(value)\n", status: 64, fix: "Give another."),
        Case(
            name: "c.csv",
            text: "input,content_id,\(value)\na,b,c\n",
            status: 65,
            fix: "Correct or remove it."
        ),
        Case(
            name: "d.csv",
            text: "input,content_id\n\"\(String(repeating: "\u{1}", count: 100_000))\",a\n",
            status: 66,
            fix: "Check it and its disk."
        ),
        Case(
            name: "e.jsonl",
            text: #"{"\#(value)":"a","content_id":"b","input":"c"}"#,
            status: 65,
            fix: "Correct or remove it."
        ),
        Case(
            name: "f.yaml",
            text: "- input: \"\(value)\"\n  content_id: a\n",
            status: 66,
            fix: "Check it and its disk."
        ),
    ]

    @Test(arguments: inputs)
    func `A cell of a manifest`(input: Case) throws {
        try workspace.write(input.text, to: input.name)
        let outcome = try workspace.fairlead(
            "batch",
            input.name,
            "-o",
            workspace.path("out") + "/{content_id}",
            "--report",
            workspace.path("report.json")
        )
        try expectCut(outcome.fails(input.status, input.name + ":", input.fix))
        #expect(outcome.output.count < 3 * Self.longest)
        // JSON needs six bytes for a control character.
        #expect(try workspace.data("report.json").count < 15 * Self.longest)
    }

    /// `fix` is the location here.
    private static let playlists = [
        Case(
            name: "URI",
            text: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n\(value)\n#EXT-X-ENDLIST\n",
            status: 66,
            fix: "a.m3u8:4: "
        ),
        Case(
            name: "METHOD",
            text: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-KEY:METHOD=\(value),URI=\"a\"\n#EXTINF:6,\na\n",
            status: 65,
            fix: "a.m3u8:3: "
        ),
        Case(
            name: "name of an attribute",
            text: "#EXTM3U\n#EXT-X-STREAM-INF:\(value.uppercased())\na\n",
            status: 65,
            fix: "a.m3u8:2:"
        ),
    ]

    @Test(arguments: playlists)
    func `A line of a playlist`(input: Case) throws {
        try workspace.write(input.text, to: "a.m3u8")
        try expectCut(workspace.protect("a.m3u8").fails(input.status, input.fix))
        let verified = try workspace.fairlead("verify", "a.m3u8")
        #expect(verified.status == 69)
        #expect(verified.output.count < 5 * Self.longest)
    }

    /// Linux allows arguments of at most 128 KiB.
    @Test(arguments: ["--method", "--template", "--rotate-every"])
    func `The value of an option`(option: String) throws {
        let value = String(repeating: "y", count: 100_000)
        try expectCut(workspace.protect("a.m3u8", option, value).fails(64))
    }

    @Test func `A path`() throws {
        let path = String(repeating: "y", count: 100_000)
        try expectCut(workspace.protect(path).fails(66, "Check it and its disk."))
    }

    /// Expects one error line, at most as long as messages may be, that says that bytes were cut out.
    private func expectCut(
        _ outcome: Outcome,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let line = try #require(outcome.errors.split(separator: "\n").first, sourceLocation: sourceLocation)
        #expect(line.utf8.count <= "error: ".utf8.count + Self.longest, sourceLocation: sourceLocation)
        #expect(line.contains("bytes are cut out here"), sourceLocation: sourceLocation)
    }
}
