import Foundation
import Testing

/// Playlists are edited: `git diff --no-index` of clear and protected ones shows only what protection needs.
struct PlaylistDifferenceTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    static let options: [[String]] = [
        [], ["--iv-mode", "sequence"], ["--iv-mode", "constant"], ["--clear-lead", "4"],
    ]

    @Test(arguments: Sample.all, options)
    func `Only key lines, byte ranges and the version differ`(sample: Sample, options: [String]) throws {
        let clear = try workspace.copy(sample)
        let arguments = [
            "protect", clear, "-o", workspace.path("out"), "--content-id", "movie-42", "--method", "aes-128",
        ]
        try workspace.start(arguments + options).wait().succeeds()
        for name in try workspace.tree("in").keys where name.hasSuffix(".m3u8") {
            try expectProtectionOnly("in/" + name, "out/" + name)
        }
    }

    private func expectProtectionOnly(_ clear: String, _ protected: String) throws {
        let difference = try ChildProcess(
            TestPaths.tool("git"),
            ["diff", "--no-index", "--no-color", "-U0", workspace.path(clear), workspace.path(protected)]
        ).wait()
        #expect(difference.status == 1, "the playlists are equal or cannot be compared")
        // Split by bytes: in a Swift string CRLF is one character.
        let lines = difference.output.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }.filter { !$0.hasPrefix("--- ") && !$0.hasPrefix("+++ ") }
        let added = lines.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
        let removed = lines.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
        let replaceable = ["#EXT-X-BYTERANGE:", "#EXT-X-MAP:", "#EXT-X-VERSION:"]
        for prefix in replaceable {
            let (old, new) = (
                removed.filter { $0.hasPrefix(prefix) }, added.filter { $0.hasPrefix(prefix) }
            )
            if prefix != "#EXT-X-VERSION:" { #expect(old.count == new.count, "\(protected)") }
            if prefix == "#EXT-X-MAP:" { #expect(old.map(withoutRange) == new.map(withoutRange)) }
            if prefix == "#EXT-X-VERSION:", let new = new.first {
                #expect(version(new) > (old.first.map(version) ?? 1))
            }
        }
        let insertable = replaceable + ["#EXT-X-KEY:", "#EXT-X-SESSION-KEY:"]
        for line in removed { #expect(replaceable.contains(where: line.hasPrefix), "-\(line)") }
        for line in added { #expect(insertable.contains(where: line.hasPrefix), "+\(line)") }
    }

    private func withoutRange(_ line: String) -> String {
        line.replacing(/,BYTERANGE="[0-9@]*"/, with: "")
    }

    private func version(_ line: String) -> Int {
        Int(line.dropFirst("#EXT-X-VERSION:".count).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    /// Details that a rewriter must keep: line ends, BOM, unknown tags, comments, blank lines, no final line
    /// end.
    static let bodies: [(String, String)] = [
        ("CRLF", "#EXTM3U\r\n#EXT-X-VERSION:3\r\n#EXT-X-TARGETDURATION:4\r\n#EXTINF:4,\r\na.ts\r\n"),
        ("byte order mark", "\u{FEFF}#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"),
        ("no final line end", "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts"),
        ("mixed line ends", "#EXTM3U\r\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\r\n#EXTINF:4,\na.ts\r\n"),
        (
            "unknown tags, comments and blank lines",
            """
            #EXTM3U
            #EXT-X-VERSION:3

            # a comment  with  spaces \u{20}
            #EXT-X-UNHEARD-OF:A=1,,B="
            #EXT-X-TARGETDURATION:4

            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
            #EXTINF:4.000,a title, with a comma
            #EXT-X-SCTE35-OUT
            a.ts


            #EXT-X-ENDLIST

            """
        ),
    ]

    @Test(arguments: bodies)
    func `Without its key lines a playlist is its source, byte for byte`(name: String, body: String) throws {
        try workspace.write(body, to: "in/index.m3u8")
        try workspace.write(Data(repeating: 0x47, count: 188), to: "in/a.ts")
        try workspace.protect(workspace.path("in/index.m3u8")).succeeds()
        let protected = try workspace.text("out/index.m3u8")
        let key = try #require(protected.firstMatch(of: /#EXT-X-KEY:[^\r\n]*(\r\n|\n)/))
        // A key line has the line end of the lines around it.
        if name == "CRLF" { #expect(key.1 == "\r\n") }
        #expect(Data(protected.replacing(key.0, with: "").utf8) == Data(body.utf8))
    }

    /// RFC 8216bis section 7: an IV needs version 2.
    @Test(arguments: [
        ("#EXT-X-VERSION:1\n", "segment", "2"), ("#EXT-X-VERSION:1\n", "sequence", "1"),
        ("", "constant", "2"), ("#EXT-X-VERSION:2\n", "segment", "2"), ("#EXT-X-VERSION:9\n", "segment", "9"),
    ])
    func `The version is raised where needed and never lowered`(
        line: String,
        mode: String,
        expected: String
    ) throws {
        try workspace.write(
            "#EXTM3U\n\(line)#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n",
            to: "in/index.m3u8"
        )
        try workspace.write(Data(repeating: 0x47, count: 188), to: "in/a.ts")
        try workspace.protect(workspace.path("in/index.m3u8"), "--iv-mode", mode).succeeds()
        let versions = try workspace.playlist("out/index.m3u8").lines.filter {
            $0.hasPrefix("#EXT-X-VERSION:")
        }
        #expect(versions == ["#EXT-X-VERSION:" + expected])
    }

    @Test func `No version is written where none is needed`() throws {
        try workspace.protect(Sample.packedAudio.path, "--iv-mode", "sequence").succeeds()
        #expect(try !workspace.text("out/index.m3u8").contains("#EXT-X-VERSION"))
    }

    @Test func `An encrypted init section has its key line before the map, a clear one behind it`() throws {
        try workspace.protect(Sample.fragmentedMP4.path, to: "clear").succeeds()
        try workspace.protect(Sample.fragmentedMP4.path, "--encrypt-init").succeeds()
        let clear = try workspace.playlist("clear/video/240p/index.m3u8")
        let encrypted = try workspace.playlist("out/video/240p/index.m3u8")
        #expect(clear.maps.map(\.key) == [nil])
        #expect(encrypted.maps.count == 1)
        #expect(encrypted.maps.allSatisfy { $0.key?.iv?.count == 32 })
        try workspace.verify("out/multivariant.m3u8", "--source", Sample.fragmentedMP4.path).succeeds()
    }

    @Test func `The modes say their vectors as they should`() throws {
        for mode in ["segment", "sequence", "constant"] {
            try workspace.protect(Sample.transportStream.path, to: mode, "--iv-mode", mode).succeeds()
            try workspace.verify(mode + "/multivariant.m3u8", "--source", Sample.transportStream.path)
                .succeeds()
            let playlist = try workspace.playlist(mode + "/video/240p/index.m3u8")
            let ivs = playlist.keys.map(\.iv)
            switch mode {
            case "segment": #expect(ivs.count == 3 && Set(ivs).count == 3 && !ivs.contains(nil))
            case "sequence": #expect(ivs == [nil])
            default: #expect(ivs.count == 1 && ivs.first??.count == 32)
            }
            // I-frame playlists have media sequence numbers of their own, so their key lines need IVs.
            let iFrames = try workspace.playlist(mode + "/iframes/240p.m3u8")
            #expect(iFrames.keys.allSatisfy { $0.iv?.count == 32 })
            #expect(iFrames.segments.allSatisfy { $0.key != nil })
        }
    }
}
