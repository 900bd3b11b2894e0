import Rewriting
import Testing

/// Cuts of low-latency playlists: every part keeps its key and IV (RFC 8216bis 4.4.4.4 and 4.4.4.9).
///
/// Expected texts are written by hand.
struct WindowPartKeyTests {
    @Test(arguments: [
        WindowCase(
            testDescription: "a key line of another system before the parts at the end",
            window: .last(.seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:10
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXTINF:6,
                10.ts
                #EXTINF:6,
                11.ts
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-PART:DURATION=3,URI="12.0.ts"

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:11
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",IV=0x0000000000000000000000000000000b
                #EXTINF:6,
                11.ts
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",IV=0x0000000000000000000000000000000c
                #EXT-X-PART:DURATION=3,URI="12.0.ts"

                """
        ),
        WindowCase(
            testDescription: "the key changes behind a part of the segment",
            window: .last(.seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:10
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXTINF:6,
                10.ts
                #EXT-X-PART:DURATION=3,URI="11.0.ts"
                #EXT-X-KEY:METHOD=AES-128,URI="l"
                #EXT-X-PART:DURATION=3,URI="11.1.ts"
                #EXTINF:6,
                11.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:11
                #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x0000000000000000000000000000000b
                #EXT-X-PART:DURATION=3,URI="11.0.ts"
                #EXT-X-KEY:METHOD=AES-128,URI="l",IV=0x0000000000000000000000000000000b
                #EXT-X-PART:DURATION=3,URI="11.1.ts"
                #EXTINF:6,
                11.ts

                """
        ),
        WindowCase(
            testDescription: "a part between a key line of another system and the key that replaces its own",
            window: .last(.seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:10
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",IV=0x00000000000000000000000000000001
                #EXTINF:6,
                10.ts
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-PART:DURATION=3,URI="11.0.ts"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="l",IV=0x00000000000000000000000000000002
                #EXTINF:6,
                11.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:11
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",IV=0x00000000000000000000000000000001
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-PART:DURATION=3,URI="11.0.ts"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="l",IV=0x00000000000000000000000000000002
                #EXTINF:6,
                11.ts

                """
        ),
        WindowCase(
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
    ])
    func keepsKeysOfParts(_ test: WindowCase) throws {
        try test.check()
    }
}
