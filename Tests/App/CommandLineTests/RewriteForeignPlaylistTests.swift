import Foundation
import Testing

/// `rewrite`, `inspect` and `verify` of playlists from other tools.
struct RewriteForeignPlaylistTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Violations of the specification that leave only one meaning, one on each line.
    private static let malformed = """

        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:4.5
        #EXT-X-PLAYLIST-TYPE:
        #EXT-X-KEY:METHOD=AES-128,URI="skd://old",IV=0xABC,
        #EXTINF:4,
         0.ts
        #EXT-X-KEY:METHOD=NONE,URI=""
        #EXTINF:4,
        1.ts
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-ENDLIST
        #EXT-X-ENDLIST

        """

    /// Expects the warnings about `malformed`; line 7 has two faults: a comma at its end, and half a byte.
    private func warns(_ outcome: Outcome) throws {
        let lines = [1, 4, 5, 6, 7, 7, 10, 13, 15].map { "main.m3u8:\($0):" }
        try outcome.warns(
            lines[0],
            lines[1],
            lines[2],
            lines[3],
            lines[4],
            lines[5],
            lines[6],
            lines[7],
            lines[8]
        )
    }

    @Test func `What leaves one meaning is edited with warnings, and stays as it is`() throws {
        try workspace.write(Self.malformed, to: "in/main.m3u8")
        let outcome = try workspace.fairlead(
            "rewrite",
            workspace.path("in/main.m3u8"),
            "-o",
            workspace.path("OUT"),
            "--no-records",
            "--key-uri",
            "skd://new",
            "--segment-base",
            "https://cdn.example.com/x"
        )
        try warns(outcome)
        #expect(
            try workspace.text("OUT/main.m3u8")
                == Self.malformed.replacing("skd://old", with: "skd://new")
                .replacing(" 0.ts", with: " https://cdn.example.com/x/0.ts")
                .replacing("\n1.ts", with: "\nhttps://cdn.example.com/x/1.ts")
        )
    }

    @Test func `What leaves one meaning stops those who protect and verify`() throws {
        try workspace.write(Self.malformed.replacing(",IV=0xABC,", with: ""), to: "in/main.m3u8")
        let verification = try workspace.fairlead("verify", workspace.path("in/main.m3u8"), "--clear")
        #expect(verification.status == 69)
        try workspace.protect(workspace.path("in/main.m3u8")).fails(65, "main.m3u8:1:")
        let outcome = try workspace.fairlead("inspect", workspace.path("in/main.m3u8")).succeeds()
        #expect(outcome.text.contains("main.m3u8:5: error: tag-value"))
        #expect(!outcome.text.contains("tag-missing"))
        #expect(!outcome.text.contains("segment-duration"), "4 s are within 4.5 s")
    }

    /// EXT-X-DISCONTINUITY-SEQUENCE comes after a segment, so a cut before it would have to know its meaning.
    @Test func `A cut behind a misplaced number is refused`() throws {
        try workspace.write(Self.malformed, to: "in/main.m3u8")
        let arguments = ["rewrite", workspace.path("in/main.m3u8"), "-o", workspace.path("OUT")]
        try workspace.start(arguments + ["--from", "4"]).wait().fails(65, "main.m3u8:13:")
        #expect(!workspace.exists("OUT"))
        try warns(workspace.start(arguments + ["--to", "4"]).wait())
    }

    // MARK: Variables

    /// Writes a multivariant playlist whose paths depend on its query, as the segments of its media playlist
    /// do.
    private func writeVariables() throws {
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-VERSION:11
            #EXT-X-DEFINE:QUERYPARAM="title"
            #EXT-X-DEFINE:QUERYPARAM="token"
            #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2"
            {$title}/media.m3u8?token={$token}

            """,
            to: "in/main.m3u8"
        )
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-VERSION:11
            #EXT-X-TARGETDURATION:4
            #EXT-X-DEFINE:QUERYPARAM="token"
            #EXT-X-DEFINE:IMPORT="title"
            #EXTINF:4,
            {$title}.ts?{$token}
            #EXT-X-ENDLIST

            """,
            to: "in/a/media.m3u8"
        )
    }

    private func rewrite(_ name: String, _ more: String...) throws -> Outcome {
        let arguments = [
            "rewrite", workspace.path(name), "-o", workspace.path("OUT"), "--drop-tags", "EXT-X-ENDLIST-NOT",
        ]
        return try workspace.start(arguments + more).wait()
    }

    @Test func `A path that depends on a variable needs its value, a query does not`() throws {
        try writeVariables()
        try rewrite("in/main.m3u8").fails(65, "main.m3u8:5:", "--query title=VALUE")
        #expect(!workspace.exists("OUT"))
        try rewrite("in/main.m3u8", "--query", "title=b").fails(66, "b/media.m3u8")
        try rewrite("in/main.m3u8", "--query", "title=a").succeeds()
        #expect(try workspace.tree("OUT") == workspace.tree("in"))
        try rewrite("in/a/media.m3u8", "--overwrite").succeeds()
    }

    @Test func `verify finds files by the values`() throws {
        let folder = try workspace.copy(.transportStream, to: "in/a")
        #expect(!folder.isEmpty)
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-VERSION:11
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-DEFINE:QUERYPARAM="title"
            #EXT-X-STREAM-INF:BANDWIDTH=150000,AVERAGE-BANDWIDTH=140000,CODECS="avc1.4d4015",RESOLUTION=426x240,FRAME-RATE=25.000
            {$title}/video/240p/index.m3u8

            """,
            to: "in/main.m3u8"
        )
        let playlist = workspace.path("in/main.m3u8")
        try workspace.fairlead("verify", playlist, "--clear").fails(65, "--query title=VALUE")
        try workspace.fairlead("verify", playlist, "--clear", "--query", "title=a").succeeds()
        let inspection = try workspace.fairlead("inspect", playlist, "--query", "title=a").succeeds()
        #expect(inspection.text.contains("a/video/240p/index.m3u8"))
    }

    @Test(arguments: ["a", "=b", "a b=c", "a=\"", "a=1\n"])
    func `Queries that no variable can have are refused`(query: String) throws {
        try writeVariables()
        for command in ["rewrite", "verify", "inspect"] {
            let output = command == "rewrite" ? ["-o", workspace.path("OUT")] : []
            try workspace.start([command, workspace.path("in/main.m3u8"), "--query", query] + output).wait()
                .fails(64, "--query")
        }
        try rewrite("in/main.m3u8", "--query", "a=1", "--query", "a=2").fails(64, "'a' is given twice")
    }

    // MARK: Standard input and output

    private static let media = """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
        #EXTINF:6,
        0.ts
        #EXTINF:6,
        1.ts
        #EXTINF:6,
        2.ts

        """

    @Test func `A playlist goes from standard input to standard output`() throws {
        let edits = ["--from", "2026-01-01T00:00:06Z", "--to", "2026-01-01T00:00:12Z", "--end"]
        try workspace.write(Self.media, to: "in/main.m3u8")
        try workspace.start(["rewrite", workspace.path("in/main.m3u8"), "-o", workspace.path("OUT")] + edits)
            .wait()
            .succeeds()
        let expected = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:1
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:06Z
            #EXTINF:6,
            1.ts
            #EXT-X-ENDLIST

            """
        #expect(try workspace.text("OUT/main.m3u8") == expected)
        let piped = try workspace.start(["rewrite", "-", "-o", "-"] + edits, input: Data(Self.media.utf8))
            .wait()
        #expect(try piped.succeeds().text == expected)
        let printed = try workspace.start(["rewrite", workspace.path("in/main.m3u8"), "-o", "-"] + edits)
            .wait()
        #expect(try printed.succeeds().text == expected)
    }

    /// The playlists that it names are not read.
    @Test func `A multivariant playlist may come alone`() throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb.m3u8\n"
        let input = Data(text.utf8)
        let outcome = try workspace.fairlead("rewrite", "-", "-o", "-", "--drop", "bandwidth>1", input: input)
        #expect(try outcome.succeeds().text == "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n")
        let edits = [
            ["--end"], ["--from", "4"], ["--session-keys", "all"], ["--for", "keys", "--add-query", "a=b"],
        ]
        for edit in edits {
            let outcome = try workspace.start(["rewrite", "-", "-o", "-"] + edit, input: input).wait()
            outcome.fails(65, "-:2:")
            #expect(outcome.text.isEmpty)
        }
    }

    @Test(arguments: [
        (["-o", "x"], 64, "--output"), (["--in-place"], 64, "--output"),
        (["-o", "-", "--in-place"], 64, "--output"),
        (["-o", "-", "--overwrite"], 64, "--overwrite"), (["-o", "-", "--record"], 64, "--record"),
        (["-o", "-", "--format", "json"], 64, "--report"), (["-o", "-", "--root", "."], 64, "--root"),
        (["-o", "-", "--from", "2026-01-01T00:00:00Z", "--to", "6"], 64, "--to"),
        (["-o", "-", "--from", "2026-01-01"], 64, "--from"),
        (["-o", "-", "--add-query-file", "t=-"], 64, "--add-query-file"),
        (["-o", "-", "--for", "keys", "--replace-base", "{$b}=https://a"], 64, "--replace-base"),
        (["-o", "-", "--from", "2026-01-01T00:00:06Z", "--to", "2026-01-01T01:00:06+01:00"], 64, "--to"),
        (["-o", "-", "--from", "2027-01-01T00:00:00Z"], 65, "no segment is in the window"),
    ])
    func `What makes no sense is refused`(more: [String], status: Int, part: String) throws {
        let outcome = try workspace.start(["rewrite", "-"] + more, input: Data(Self.media.utf8)).wait()
        outcome.fails(Int32(status), part)
        #expect(outcome.text.isEmpty)
        #expect(!workspace.exists("x"))
    }

    @Test(arguments: [
        ["rewrite", "/", "-o", "x", "--end"], ["inspect", "/"], ["verify", "//", "--clear"],
        ["verify", "/.", "--clear"],
    ])
    func `The root of the file system is no playlist`(arguments: [String]) throws {
        try workspace.start(arguments).wait().fails(66, "directory")
    }

    @Test func `Standard output takes one playlist`() throws {
        try workspace.write(Self.media, to: "in/a.m3u8")
        try workspace.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n", to: "in/main.m3u8")
        let outcome = try workspace.fairlead("rewrite", workspace.path("in/main.m3u8"), "-o", "-", "--end")
        outcome.fails(64, "standard output accepts one playlist")
        #expect(outcome.text.isEmpty)
    }

    @Test(arguments: [Data(), Data("<MPD/>".utf8), Data("#EXTM3U\n#EXTINF:6,\n".utf8)])
    func `What is no playlist is refused`(input: Data) throws {
        let outcome = try workspace.fairlead("rewrite", "-", "-o", "-", "--end", input: input)
        outcome.fails(65, "-:")
        #expect(outcome.text.isEmpty)
    }
}
