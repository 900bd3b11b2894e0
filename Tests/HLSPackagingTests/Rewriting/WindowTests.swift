import HLSPlaylists
import KeyStore
import Testing

@testable import HLSPackaging

/// Cuts to a window.
///
/// Sources and expected texts are written by hand from RFC 8216bis 4.4.3 and 4.4.4.
struct WindowTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let window: PlaylistWindow
        let source: String
        let expected: String
    }

    private static let tail = PlaylistWindow.span(from: .seconds(6), to: nil)

    @Test(arguments: [
        Case(
            testDescription:
                "implicit IVs become explicit; vendor tags go with their segments, DATERANGE stays",
            window: tail,
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:255
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXT-X-CUE-OUT:6
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"
                #EXTINF:6,
                0.ts
                #EXT-X-CUE-IN
                #EXTINF:6,
                1.ts
                # kept
                #EXTINF:6,
                2.ts
                #EXT-X-ENDLIST

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:2
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:256
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"
                #EXT-X-CUE-IN
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000100
                #EXTINF:6,
                1.ts
                # kept
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000101
                #EXTINF:6,
                2.ts
                #EXT-X-ENDLIST

                """
        ),
        Case(
            testDescription: "keys of all systems, map, bitrate, date and byte range are carried over",
            window: .span(from: .seconds(7), to: nil),
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="i.mp4",BYTERANGE="100@0"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:,x",KEYFORMAT="com.microsoft.playready"
                #EXT-X-BITRATE:800
                #EXT-X-PROGRAM-DATE-TIME:2023-12-31T23:59:57.5+01:00
                #EXTINF:6.006,
                #EXT-X-BYTERANGE:50@100
                m.mp4
                #EXTINF:6.006,
                #EXT-X-BYTERANGE:60\u{20}
                m.mp4

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:1
                #EXT-X-MAP:URI="i.mp4",BYTERANGE="100@0"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:,x",KEYFORMAT="com.microsoft.playready"
                #EXT-X-BITRATE:800
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:03.506+01:00
                #EXTINF:6.006,
                #EXT-X-BYTERANGE:60@150
                m.mp4

                """
        ),
        Case(
            testDescription: "a section under its own key, then the segments' key",
            window: tail,
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000002
                #EXTINF:6,
                0.m4s
                #EXTINF:6,
                1.m4s

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:1
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000002
                #EXTINF:6,
                1.m4s

                """
        ),
        Case(
            testDescription: "an encrypted section before clear segments",
            window: tail,
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                0.m4s
                #EXTINF:6,
                1.m4s

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:1
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                1.m4s

                """
        ),
        Case(
            testDescription:
                "METHOD=NONE before the cut needs no line; what the segment has of its own is not doubled; no date over a discontinuity",
            window: .last(.seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-DISCONTINUITY-SEQUENCE:2
                #EXT-X-MAP:URI="a.mp4"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
                #EXTINF:6,
                0.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                1.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-MAP:URI="b.mp4"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXTINF:6,
                2.m4s

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:9
                #EXT-X-DISCONTINUITY-SEQUENCE:3
                #EXT-X-DISCONTINUITY
                #EXT-X-MAP:URI="b.mp4"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXTINF:6,
                2.m4s

                """
        ),
        Case(
            testDescription: "the end goes with its parts and hints",
            window: .span(from: .zero, to: .seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-PART-INF:PART-TARGET=3
                #EXT-X-PART:DURATION=3,URI="0.0.m4s"
                #EXT-X-PART:DURATION=3,URI="0.1.m4s"
                #EXTINF:6,
                0.m4s
                #EXT-X-PART:DURATION=3,URI="1.0.m4s"
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"
                #EXTINF:6,
                1.m4s
                #EXT-X-PART:DURATION=3,URI="2.0.m4s"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="2.1.m4s"
                #EXT-X-RENDITION-REPORT:URI="../a.m3u8",LAST-MSN=1,LAST-PART=0

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-PART-INF:PART-TARGET=3
                #EXT-X-PART:DURATION=3,URI="0.0.m4s"
                #EXT-X-PART:DURATION=3,URI="0.1.m4s"
                #EXTINF:6,
                0.m4s
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"

                """
        ),
        Case(
            testDescription: "a live window: parts at the end get their segment's IV",
            window: .last(.seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:10
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXTINF:6,
                10.ts
                #EXT-X-PART:DURATION=3,URI="11.ts",BYTERANGE="20@0"
                #EXT-X-PART:DURATION=3,URI="11.ts",BYTERANGE="30"
                #EXTINF:6,
                11.ts
                #EXT-X-PART:DURATION=3,URI="12.ts",BYTERANGE="40@0"
                #EXT-X-PART:DURATION=3,URI="12.ts",BYTERANGE="50"

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:11
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x0000000000000000000000000000000b
                #EXT-X-PART:DURATION=3,URI="11.ts",BYTERANGE="20@0"
                #EXT-X-PART:DURATION=3,URI="11.ts",BYTERANGE="30"
                #EXTINF:6,
                11.ts
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x0000000000000000000000000000000c
                #EXT-X-PART:DURATION=3,URI="12.ts",BYTERANGE="40@0"
                #EXT-X-PART:DURATION=3,URI="12.ts",BYTERANGE="50"

                """
        ),
        Case(
            testDescription: "nothing is cut, so nothing changes",
            window: .last(.seconds(60)),
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXTINF:6,
                0.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXTINF:6,
                0.ts

                """
        ),
    ])
    func cuts(_ test: Case) throws {
        let found = try RewriteFixture.rewrite(test.source) { $0.window = test.window }
        #expect(found == test.expected)
        guard case .last = test.window else { return }
        #expect(try RewriteFixture.rewrite(found) { $0.window = test.window } == found, "again")
    }

    @Test(arguments: [
        (PlaylistWindow.span(from: .seconds(4), to: .seconds(8)), 2..<4),
        (.span(from: .milliseconds(3999), to: .milliseconds(8001)), 1..<5),
        (.span(from: .zero, to: .seconds(1)), 0..<1),
        (.span(from: .seconds(20), to: nil), 0..<0),
        (.last(.seconds(4)), 8..<10),
        (.last(.milliseconds(4001)), 7..<10),
        (.last(.seconds(100)), 0..<10),
        (.all, 0..<10),
    ])
    func selectsWhatOverlaps(_ window: PlaylistWindow, _ expected: Range<Int>) throws {
        let segments = (0..<10).map { "#EXTINF:2,\n\($0).ts" }
        let document = try PlaylistDocument(parsing: Array(TreeFixture.mediaPlaylist(segments).utf8))
        #expect(window.kept(of: try MediaPlaylist(document)) == expected)
    }

    @Test(arguments: [
        ("#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:6,\n0.ts", PlaylistWindow.last(.seconds(1)), 3),
        (
            "#EXT-X-PROGRAM-DATE-TIME:2024-02-30T00:00:00Z\n#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts",
            .last(.seconds(1)), 3
        ),
    ])
    func refusesWhatCannotBeCut(_ lines: String, _ window: PlaylistWindow, _ line: Int) throws {
        let error = #expect(throws: PackagingError.self) {
            try RewriteFixture.rewrite(TreeFixture.mediaPlaylist([lines])) { $0.window = window }
        }
        #expect(error?.failureClass == .malformed)
        #expect(error?.description.hasPrefix("main.m3u8:\(line):") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("5", PlaylistWindow.span(from: .seconds(6), to: nil), 1),
        ("5", .span(from: .zero, to: .seconds(6)), 0),
        ("-5", .span(from: .zero, to: .seconds(6)), 1),
        ("-5", .last(.seconds(6)), 0),
    ])
    func warnsOfAStartThatMoves(_ offset: String, _ window: PlaylistWindow, _ count: Int) throws {
        let start = "#EXT-X-START:TIME-OFFSET=" + offset
        let fixture = try RewriteFixture([
            "main.m3u8": TreeFixture.mediaPlaylist([start, "#EXTINF:6,", "0.ts", "#EXTINF:6,", "1.ts"])
        ])
        var request = fixture.request()
        request.window = window
        #expect(try fixture.run(request).warnings.count == count)
        #expect(try fixture.text().contains(start))
    }

    @Test func refusesAnEmptyWindow() throws {
        #expect(throws: PackagingError.rewrite(.emptyWindow(TreePath("main.m3u8")))) {
            try RewriteFixture.rewrite(TreeFixture.mediaPlaylist(["#EXTINF:6,", "0.ts"])) {
                $0.window = .span(from: .seconds(6), to: nil)
            }
        }
    }

    @Test func dropsSessionKeysThatNothingUsesAnyMore() throws {
        let key = { (uri: String) in #"METHOD=AES-128,URI="\#(uri)",IV=0x00000000000000000000000000000001"# }
        let fixture = try RewriteFixture([
            "main.m3u8":
                "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"a\"\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"b\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n",
            "v.m3u8": TreeFixture.mediaPlaylist([
                "#EXT-X-KEY:" + key("a"), "#EXTINF:6,", "0.ts", "#EXT-X-KEY:" + key("b"), "#EXTINF:6,",
                "1.ts",
            ]),
        ])
        var request = fixture.request()
        request.window = Self.tail
        try fixture.run(request)
        #expect(
            try fixture.text()
                == "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"b\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n"
        )
    }
}
