import Rewriting
import Testing

/// The tags that a cut carries over to the first kept segment, and the tags that it removes.
struct WindowStateTests {
    @Test(arguments: [
        WindowCase(
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
        WindowCase(
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
        WindowCase(
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
    func cuts(_ test: WindowCase) throws {
        try test.check()
    }
}
