import Foundation
import Testing

/// Input that cannot be protected: a clear error, its exit status, nothing lost, and nothing left behind.
struct BadInputTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write(Data(repeating: 0x47, count: 188), to: "in/a.ts")
        try workspace.write(Data(repeating: 0x47, count: 376), to: "in/b.ts")
        try workspace.write("outside", to: "secret.ts")
    }

    private func expectNothingLeft() throws {
        #expect(try workspace.names() == ["config", "in", "keys.sqlite", "secret.ts"])
        #expect(try workspace.hasEmptyStore)
    }

    private static func playlist(_ uri: String) -> String {
        "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:4,\n\(uri)\n#EXT-X-ENDLIST\n"
    }

    /// A media playlist `index.m3u8` beside `a.ts` (188 bytes) and `b.ts` (376 bytes), and the expected
    /// failure.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let status: Int32
        let part: String

        init(_ name: String, _ text: String, _ status: Int32, _ part: String) {
            self.name = name
            self.text = text
            self.status = status
            self.part = part
        }

        var testDescription: String { name }
    }

    static let uris = [
        Case("missing segment", playlist("none.ts"), 66, "index.m3u8:7: "),
        Case("segment is a folder", playlist("."), 65, "index.m3u8:7: "),
        Case("parent of the tree", playlist("../secret.ts"), 65, "index.m3u8:7: "),
        Case("parent by detour", playlist("x/../../secret.ts"), 65, "index.m3u8:7: "),
        Case("percent-encoded parent", playlist("%2e%2e/secret.ts"), 65, "index.m3u8:7: "),
        Case("half encoded parent", playlist(".%2E/secret.ts"), 65, "index.m3u8:7: "),
        Case("percent-encoded slash", playlist("..%2fsecret.ts"), 65, "index.m3u8:7: "),
        Case("encoded zero byte", playlist("a.ts%00"), 65, "index.m3u8:7: "),
        Case("broken percent-encoding", playlist("a%2.ts"), 65, "index.m3u8:7: "),
        Case("absolute path", playlist("/etc/hostname"), 65, "index.m3u8:7: "),
        Case("authority", playlist("//cdn.example.com/a.ts"), 65, "index.m3u8:7: "),
        Case("http", playlist("http://cdn.example.com/a.ts"), 65, "index.m3u8:7: "),
        Case("https", playlist("HTTPS://cdn.example.com/a.ts"), 65, "index.m3u8:7: "),
        Case("file", playlist("file:///etc/hostname"), 65, "index.m3u8:7: "),
        Case("data", playlist("data:video/mp2t;base64,AAAA"), 65, "index.m3u8:7: "),
    ]

    static let ranges = [
        Case("range behind the end", playlist("#EXT-X-BYTERANGE:377@0\nb.ts"), 65, "index.m3u8:8: "),
        Case("range starts behind the end", playlist("#EXT-X-BYTERANGE:1@400\nb.ts"), 65, "index.m3u8:8: "),
        Case("last byte behind the end", playlist("#EXT-X-BYTERANGE:188@189\nb.ts"), 65, "index.m3u8:8: "),
        Case(
            "sum beyond 64 bits",
            playlist("#EXT-X-BYTERANGE:18446744073709551615@18446744073709551615\nb.ts"),
            65,
            "index.m3u8:7: "
        ),
        Case(
            "overlapping ranges",
            playlist("#EXT-X-BYTERANGE:188@0\nb.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:188@100\nb.ts"),
            65,
            "index.m3u8:11: "
        ),
    ]

    static let encrypted = [
        Case(
            "AES-128",
            playlist("#EXT-X-KEY:METHOD=AES-128,URI=\"skd://x\"\nb.ts"),
            65,
            "index.m3u8:7: "
        ),
        Case(
            "SAMPLE-AES",
            "#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
                + "#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n",
            65,
            "index.m3u8:2: "
        ),
        Case(
            "unknown method",
            "#EXTM3U\n#EXT-X-KEY:METHOD=ISO-23001-7,URI=\"skd://x\"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n",
            65,
            "index.m3u8:2: "
        ),
    ]

    static let broken = [
        Case("no playlist", "not a playlist\n", 65, "index.m3u8"),
        Case("web page", "<!DOCTYPE html><html></html>\n", 65, "index.m3u8"),
        Case("empty", "", 65, "index.m3u8"),
        Case("only the first tag", "#EXTM3U\n", 65, "index.m3u8"),
        Case("cut in an attribute list", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"av", 65, ":2:"),
        Case(
            "cut before a URI",
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:4,\n",
            65,
            ":5:"
        ),
        Case("URI without EXTINF", "#EXTM3U\n#EXT-X-TARGETDURATION:4\na.ts\n", 65, "index.m3u8:3:"),
        Case("no duration", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:x,\na.ts\n", 65, "index.m3u8:3:"),
        Case(
            "unclosed quote",
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI=\"a.ts\n#EXTINF:4,\na.ts\n",
            65,
            "index.m3u8:3:"
        ),
        Case(
            "segments and variants",
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n#EXTINF:4,\na.ts\n",
            65,
            "index.m3u8:"
        ),
        Case(
            "partial segments",
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART:DURATION=1,URI=\"p.ts\"\n#EXTINF:4,\na.ts\n",
            65,
            "index.m3u8:3:"
        ),
    ]

    @Test(arguments: uris + ranges + encrypted + broken)
    func `A bad playlist is refused`(example: Case) throws {
        try workspace.write(example.text, to: "in/index.m3u8")
        try workspace.protect(workspace.path("in/index.m3u8")).fails(example.status, example.part)
        try expectNothingLeft()
    }

    /// The sample is VOD and ends with EXT-X-ENDLIST, so that a cut at its end makes it incomplete.
    @Test(arguments: [8, 9, 10, 12, 16, 20, 30, 50, 70, 90])
    func `A truncated playlist is refused`(missing: Int) throws {
        let playlist = TestPaths.samples + "/ts/video/240p/index.m3u8"
        let whole = try Data(contentsOf: URL(filePath: playlist))
        try workspace.write(whole.dropLast(missing), to: "in/index.m3u8")
        for index in 0..<3 {
            try workspace.write(Data(repeating: 0x47, count: 188), to: "in/segment\(index).ts")
        }
        let refused = try workspace.protect(workspace.path("in/index.m3u8"))
        #expect([65, 66].contains(refused.status), "\(refused.testDescription)")
        refused.fails(refused.status, "index.m3u8")
        try expectNothingLeft()
    }

    @Test func `A playlist that is not there`() throws {
        try workspace.protect(workspace.path("in/none.m3u8")).fails(66, "in/none.m3u8")
        try workspace.protect(workspace.path("in")).fails(66, "in")
        try workspace.protect(workspace.path("in/a.ts")).fails(65, "a.ts")
        try expectNothingLeft()
    }

    @Test func `A media playlist of a multivariant one that is not there`() throws {
        try workspace.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n", to: "in/index.m3u8")
        try workspace.protect(workspace.path("in/index.m3u8")).fails(66, "v.m3u8")
        try expectNothingLeft()
    }

    @Test func `A session key means that the presentation is encrypted`() throws {
        try workspace.write(
            "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"skd://x\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n",
            to: "in/index.m3u8"
        )
        try workspace.write(Self.playlist("b.ts"), to: "in/v.m3u8")
        try workspace.protect(workspace.path("in/index.m3u8")).fails(
            65,
            "index.m3u8:2: ",
            "encrypted already"
        )
        try expectNothingLeft()
    }

    @Test func `METHOD=NONE is clear`() throws {
        try workspace.write(Self.playlist("#EXT-X-KEY:METHOD=NONE\nb.ts"), to: "in/index.m3u8")
        try workspace.protect(workspace.path("in/index.m3u8")).succeeds()
        #expect(try workspace.data("out/b.ts").count == 384)
        #expect(try workspace.playlist("out/index.m3u8").segments.allSatisfy { $0.key != nil })
    }

    @Test func `What was protected is not protected again`() throws {
        try workspace.protect(Sample.transportStream.path).succeeds()
        try workspace.protect(workspace.path("out/multivariant.m3u8"), to: "again", id: "again")
            .fails(65, "multivariant.m3u8:4: ", "encrypted already")
        #expect(!workspace.exists("again"))
    }

    @Test(arguments: [("", "empty"), (String(repeating: "x", count: 201), "201 bytes")])
    func `A content id of a wrong length is refused`(id: String, kind: String) throws {
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--method", "aes-128",
        ]
        try workspace.start(arguments + ["--content-id", id]).wait().fails(64, "--content-id")
        // 101 letters of two bytes each are more than 200 bytes.
        try workspace.start(arguments + ["--content-id", String(repeating: "ä", count: 101)]).wait()
            .fails(64, "--content-id")
        try expectNothingLeft()
    }

    @Test(arguments: [
        String(repeating: "x", count: 200), String(repeating: "ä", count: 100), "x", "a b/ü?#%\"",
    ])
    func `A content id of 1 to 200 bytes is taken`(id: String) throws {
        try workspace.protect(Sample.packedAudio.path, id: id).succeeds()
        #expect(try workspace.records().map(\.contentId) == [id])
        try workspace.verify("out/index.m3u8").succeeds()
    }
}
