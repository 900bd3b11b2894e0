import PresentationFixtures
import Rewriting
import Testing

/// Cuts of encrypted playlists: segments and sections keep keys and IVs (RFC 8216bis 4.4.4.4, 4.4.4.5).
struct WindowKeyTests {
    @Test(arguments: [
        WindowCase(
            testDescription: "where only the end is cut, numbers stay, and IVs stay implicit",
            window: .span(from: .zero, to: .seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:255
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXT-X-MAP:URI="i.mp4"
                #EXTINF:6,
                0.m4s
                #EXTINF:6,
                1.m4s

                """,
            expected: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:255
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXT-X-MAP:URI="i.mp4"
                #EXTINF:6,
                0.m4s

                """
        ),
        WindowCase(
            testDescription:
                "implicit IVs become explicit; vendor tags go with their segments, DATERANGE stays",
            window: .span(from: .seconds(6), to: nil),
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
        WindowCase(
            testDescription: "a section under its own key, then the segments' key",
            window: .span(from: .seconds(6), to: nil),
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
        WindowCase(
            testDescription: "an encrypted section before clear segments",
            window: .span(from: .seconds(6), to: nil),
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
    ])
    func cuts(_ test: WindowCase) throws {
        try test.check()
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
        request.window = .span(from: .seconds(6), to: nil)
        try fixture.run(request)
        #expect(
            try fixture.text()
                == "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"b\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n"
        )
    }
}
