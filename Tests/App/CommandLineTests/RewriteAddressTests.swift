import Foundation
import Testing

/// `rewrite --for`: other bases and queries for the URIs in playlists.
struct RewriteAddressTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let token = "exp=17~acl=/*~hmac=5ecre7"

    private func writeTree() throws {
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://old/1",\(RewriteTests.fairPlay)
            #EXT-X-STREAM-INF:BANDWIDTH=2
            v.m3u8

            """,
            to: "in/master.m3u8"
        )
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old/1",\(RewriteTests.fairPlay)
            #EXTINF:6,
            0.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old/2",\(RewriteTests.fairPlay)
            #EXTINF:6,
            1.ts

            """,
            to: "in/v.m3u8"
        )
    }

    private func rewrite(_ more: [String], input: Data = Data()) throws -> Outcome {
        let arguments = ["rewrite", workspace.path("in/master.m3u8"), "-o", workspace.path("OUT")]
        return try workspace.start(arguments + more, input: input).wait()
    }

    private static let kinds = "expected segments, playlists, keys, assets, session-data, steering"

    @Test(arguments: [
        (["--for", "keys"], "--add-query"),
        (["--for", "keys", "--segment-base", "https://a/"], "--replace-base"),
        (["--for", "keys", "--for", "assets", "--add-query", "a=b"], "given 2 times"),
        (["--for", "", "--add-query", "a=b"], kinds),
        (["--for", "key", "--add-query", "a=b"], kinds),
        (["--for", "keys,", "--add-query", "a=b"], kinds),
        (["--for", "keys, assets", "--add-query", "a=b"], kinds),
        (["--add-query", "a"], "NAME=VALUE"),
        (["--add-query", "=b"], "NAME=VALUE"),
        (["--add-query", "a=b\u{1}"], "control characters"),
        (["--add-query", "a=b", "--add-query", "a=c"], "given twice"),
        (["--add-query", "a=b", "--add-query-file", "a=-"], "given twice"),
        (["--add-query-file", "a"], "NAME=FILE"),
        (["--add-query-file", "a="], "NAME=FILE"),
        (["--add-query-file", "a=-", "--add-query-file", "b=-"], "standard input"),
        (["--replace-base", "=skd://a"], "OLD not empty"),
        (["--add-query", "a=b", "--require-production"], "--for keys"),
    ])
    func `What cannot be meant is refused`(more: [String], part: String) throws {
        try writeTree()
        try rewrite(more).fails(64, part)
        #expect(!workspace.exists("OUT"))
    }

    @Test(arguments: ["", "\n", "a\nb", "a\u{7}", "\u{FF}"])
    func `A file that is no value is refused`(text: String) throws {
        try writeTree()
        let bytes = text == "\u{FF}" ? Data([0xFF]) : Data(text.utf8)
        try workspace.write(bytes, to: "token")
        try rewrite(["--add-query-file", "t=" + workspace.path("token")]).fails(65, "--add-query-file")
        try rewrite(["--add-query-file", "t=" + workspace.path("none")]).fails(66, "none")
        try workspace.write(bytes, to: "OUT/token")
        try rewrite(["--add-query-file", "t=" + workspace.path("OUT/token")]).fails(64, "inside the output")
    }

    /// A secret value is in the playlists and nowhere else.
    @Test(arguments: [true, false])
    func `Values of files are shown nowhere`(isStandardInput: Bool) throws {
        try writeTree()
        try workspace.write(Self.token + "\r\n", to: "token")
        let source = isStandardInput ? "-" : workspace.path("token")
        for more in [
            ["--dry-run"], [], ["--format", "json"], ["--replace-base", "skd://old/1=skd://old/2"],
        ] {
            let outcome = try rewrite(
                [
                    "--no-records", "--for", "keys,segments", "--add-query-file", "t=" + source, "--report",
                    workspace.path("report.json"), "-v",
                ] + more,
                input: Data((Self.token + "\n").utf8)
            )
            #expect(
                outcome.status == (more.contains("--replace-base") ? 65 : 0),
                "\(outcome.testDescription)"
            )
            for text in [outcome.text, outcome.errors, try workspace.text("report.json")] {
                #expect(!text.contains("5ecre7"), "\(more): \(text)")
            }
        }
        #expect(
            try workspace.text("OUT/v.m3u8")
                == workspace.text("in/v.m3u8").replacing("0.ts", with: "0.ts?t=" + Self.token)
                .replacing("1.ts", with: "1.ts?t=" + Self.token)
                .replacing(/skd:\/\/old\/./) { $0.output + "?t=" + Self.token }
        )
        #expect(try workspace.text("OUT/master.m3u8").contains("URI=\"skd://old/1?t=" + Self.token + "\""))
    }

    @Test func `A key line without a record is refused, and nothing is written`() throws {
        try writeTree()
        try workspace.fairlead("keys", "create", "--content-id", "movie").succeeds()
        let before = try workspace.tree("in")
        for destination in [["-o", workspace.path("OUT")], ["--in-place"]] {
            let arguments =
                ["rewrite", workspace.path("in/master.m3u8"), "--replace-base", "skd://old=skd://new"]
                + ["--for", "keys"] + destination
            try workspace.start(arguments).wait().fails(65, "v.m3u8:3", "--no-records")
        }
        #expect(try workspace.tree("in") == before)
        #expect(!workspace.exists("OUT"))
    }

    /// In place, twice with one token, then with another; the store still knows the published tree.
    @Test(arguments: [Sample.transportStream, .fragmentedMP4Ranges])
    func `verify holds after other bases and queries`(sample: Sample) throws {
        try workspace.protect(
            sample.path,
            to: "in",
            "--key-uri",
            "skd://old/{track}",
            "--key-per",
            "rendition"
        )
        .succeeds()
        let playlist = workspace.path("in/" + sample.playlist)
        let arguments = [
            "rewrite", playlist, "--in-place", "--replace-base", "skd://old=skd://new", "--for",
            "keys,segments,playlists",
        ]
        for (token, isSame) in [("1", false), ("1", true), ("2", false)] {
            let before = try workspace.tree("in")
            try workspace.start(arguments + ["--add-query", "t=" + token]).wait().succeeds()
            #expect(try (workspace.tree("in") == before) == isSame)
            try workspace.verify("in/" + sample.playlist, "--source", sample.path).succeeds()
        }
        let texts = try workspace.tree("in").filter { $0.key.hasSuffix(".m3u8") }.values
            .map { String(decoding: $0, as: UTF8.self) }
        for text in texts {
            #expect(!text.contains("skd://old") && !text.contains("t=1"))
            #expect(text.contains("?t=2"))
        }
    }
}
