import HLSPlaylists
import PlaylistFixtures
import Testing

/// Syntax faults with only one possible meaning: a strict reader stops at them, a tolerant one notes them.
@Suite struct TolerantReadingTests {
    /// A fault in a media playlist with one segment, and the expected result.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let lines: String
        /// The line of the fault.
        let line: Int
        let isRead: @Sendable (MediaPlaylist) -> Bool

        init(
            _ name: String,
            _ lines: String,
            line: Int,
            _ isRead: @escaping @Sendable (MediaPlaylist) -> Bool
        ) {
            self.name = name
            self.lines = lines
            self.line = line
            self.isRead = isRead
        }

        var testDescription: String { name }
        var text: String { lines.replacing("|", with: "\n") + "\n#EXT-X-ENDLIST\n" }
    }

    private static let head = "#EXTM3U|#EXT-X-TARGETDURATION:10|"
    private static let key = #"#EXT-X-KEY:METHOD=AES-128,URI="k""#
    private static let segment = "#EXTINF:4.25,|a.ts"

    static let cases: [Case] = [
        Case("URI of NONE", head + key + #"|#EXT-X-KEY:METHOD=NONE,URI=""|"# + segment, line: 4) {
            $0.segments[0].keys.isEmpty && $0.keys.count == 2
        },
        Case("IV of NONE", head + key + "|#EXT-X-KEY:METHOD=NONE,IV=0x00|" + segment, line: 4) {
            $0.segments[0].keys.isEmpty
        },
        Case("KEYFORMAT of NONE", head + key + #"|#EXT-X-KEY:METHOD=NONE,KEYFORMAT="x"|"# + segment, line: 4)
        {
            $0.segments[0].keys.isEmpty
        },
        Case("comma behind a key", head + key + ",|" + segment, line: 3) {
            $0.keys.first?.value.uri == "k"
        },
        Case("comma behind a map", head + #"#EXT-X-MAP:URI="i.mp4", |"# + segment, line: 3) {
            $0.initializationSections.map(\.uri) == ["i.mp4"]
        },
        Case("comma behind a definition", head + #"#EXT-X-DEFINE:NAME="a",VALUE="b",|"# + segment, line: 3) {
            $0.variables["a"] == "b"
        },
        Case(
            "version twice",
            "#EXTM3U|#EXT-X-VERSION:3|" + head.dropFirst(8) + "#EXT-X-VERSION:3|" + segment,
            line: 4
        ) {
            $0.version == 3
        },
        Case("end twice", head + segment + "|#EXT-X-ENDLIST", line: 6) { $0.hasEndList },
        Case("target duration twice", head + "#EXT-X-TARGETDURATION:10|" + segment, line: 3) {
            $0.targetDuration == 10
        },
        Case(
            "sequence twice, behind a segment",
            head + "#EXT-X-MEDIA-SEQUENCE:7|" + segment + "|#EXT-X-MEDIA-SEQUENCE:7",
            line: 6
        ) {
            $0.mediaSequence == 7
        },
        Case(
            "independent segments twice",
            head + "#EXT-X-INDEPENDENT-SEGMENTS|#EXT-X-INDEPENDENT-SEGMENTS|" + segment,
            line: 4
        ) {
            $0.hasIndependentSegments
        },
        Case(
            "discontinuity sequence behind a segment",
            head + segment + "|#EXT-X-DISCONTINUITY-SEQUENCE:5",
            line: 5
        ) {
            $0.discontinuitySequence == 0
        },
        Case("media sequence behind a segment", head + segment + "|#EXT-X-MEDIA-SEQUENCE:5", line: 5) {
            $0.mediaSequence == 0
        },
        Case(
            "discontinuity sequence behind a discontinuity",
            head + "#EXT-X-DISCONTINUITY|#EXT-X-DISCONTINUITY-SEQUENCE:5|" + segment,
            line: 4
        ) {
            $0.segments[0].discontinuitySequence == 1
        },
        Case("decimals of the target duration", "#EXTM3U|#EXT-X-TARGETDURATION:4.5|" + segment, line: 2) {
            $0.targetDuration == 5
        },
        Case("zero decimals of the target duration", "#EXTM3U|#EXT-X-TARGETDURATION:4.0|" + segment, line: 2)
        {
            $0.targetDuration == 4
        },
        Case("no playlist type", head + "#EXT-X-PLAYLIST-TYPE:|" + segment, line: 3) {
            $0.playlistType == nil
        },
        Case("another playlist type", head + "#EXT-X-PLAYLIST-TYPE:LIVE|" + segment, line: 3) {
            $0.playlistType == nil
        },
        Case("version without a number", head + "#EXT-X-VERSION:|" + segment, line: 3) {
            $0.version == 1 && $0.versionLine == 3
        },
        Case("blank first line", "|" + head + segment, line: 1) { $0.segments.map(\.uri) == ["a.ts"] },
        Case("blanks, CR and a byte order mark first", "\u{FEFF} \t\r|\r|" + head + segment, line: 1) {
            $0.segments.map(\.uri) == ["a.ts"]
        },
    ]

    @Test(arguments: cases)
    func isReadByTheTolerant(_ test: Case) throws {
        let playlist = try MediaPlaylist(document(test.text), .tolerant)
        #expect(test.isRead(playlist))
        #expect(playlist.toleratedProblems.map(\.line) == [test.line])
        #expect(playlist.problems == playlist.toleratedProblems)
        #expect(text(playlist.document) == test.text)
    }

    @Test(arguments: cases)
    func stopsTheStrict(_ test: Case) throws {
        #expect(problem { try MediaPlaylist(document(test.text)) }?.line == test.line)
    }

    /// A reader that reports all problems reports only this fault, and none that would follow from it.
    @Test(arguments: cases)
    func isSaidOnce(_ test: Case) throws {
        let reading = MediaPlaylist.reading(try document(test.text))
        #expect(reading.problems.map(\.line) == [test.line])
        #expect(test.isRead(reading.playlist))
    }

    @Test(
        arguments: [
            ("version of two values", "#EXT-X-VERSION:3|#EXT-X-VERSION:4|", 4),
            ("sequence of two values", "#EXT-X-MEDIA-SEQUENCE:1|#EXT-X-MEDIA-SEQUENCE:2|", 4),
            ("a session key of NONE", #"#EXT-X-KEY:METHOD=AES-128"#, 3),
            ("two commas", #"#EXT-X-KEY:METHOD=AES-128,URI="k",,|"#, 3),
            (
                "IV of 33 digits",
                #"#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000000000000000000000000000000001|"#, 3
            ),
        ]
    )
    func stopsTheTolerant(name: String, lines: String, line: Int) throws {
        let text = (Self.head + lines + Self.segment).replacing("|", with: "\n")
        #expect(problem { try MediaPlaylist(document(text), .tolerant) }?.line == line)
    }

    @Test func readsMultivariantPlaylists() throws {
        let text = """

            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-VERSION:6
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k",
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b",URI="c",
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",
             a.m3u8\u{20}
            """
        let playlist = try MultivariantPlaylist(document(text), .tolerant)
        #expect(playlist.toleratedProblems.map(\.line) == [1, 4, 5, 6, 7])
        #expect(playlist.variants.map(\.uri) == ["a.m3u8"])
        #expect(playlist.variants.first?.audio == "a")
        #expect(problem { try MultivariantPlaylist(document(text)) }?.line == 1)
    }

    /// An odd number of hexadecimal digits breaks no rule, and a strict reader accepts it too.
    @Test func warnsOfHalfBytes() throws {
        let playlist = try mediaPlaylist(#"#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0xABC"#, "#EXTINF:1,", "a")
        #expect(playlist.toleratedProblems.map(\.problem) == [.attribute(.oddDigits("IV"))])
        #expect(playlist.keys[0].value.iv == [UInt8](repeating: 0, count: 14) + [0x0A, 0xBC])
    }

    /// White space around a URI line is not part of the URI; percent-encoded white space is.
    @Test(arguments: [
        (" a.ts", "a.ts"), ("a.ts \t", "a.ts"), (" {$n}.ts ", "x.ts"), ("%20a b.ts", "%20a b.ts"),
    ])
    func passesOverBlanksAroundURIs(written: String, uri: String) throws {
        let playlist = try mediaPlaylist(#"#EXT-X-DEFINE:NAME="n",VALUE="x""#, "#EXTINF:1,", written)
        #expect(playlist.segments.map(\.uri) == [uri])
    }

    /// Lines inserted at the top follow the header; no edit is possible before it.
    @Test func editsBehindTheHeader() throws {
        var playlist = try document("\n\r\n#EXTM3U\n#EXTINF:1,\na\n")
        #expect(playlist.headerLine == 3)
        try playlist.raiseVersion(to: 6)
        #expect(text(playlist) == "\n\r\n#EXTM3U\n#EXT-X-VERSION:6\n#EXTINF:1,\na\n")
        for line in 1...3 {
            #expect(problem { try playlist.remove(line: line) }?.problem == .edit(.fixedHeader))
        }
        for line in 1...2 {
            #expect(problem { try playlist.insert("#a", after: line) }?.problem == .edit(.fixedHeader))
        }
    }

    @Test func raisesAVersionThatStandsTwice() throws {
        var playlist = try document("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-VERSION:3\n")
        try playlist.raiseVersion(to: 5)
        #expect(text(playlist) == "#EXTM3U\n#EXT-X-VERSION:5\n#EXT-X-VERSION:5\n")
    }
}
