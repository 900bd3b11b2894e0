import ProtectionTerms
import Testing

@testable import Protection

/// Byte ranges count ciphertext: n bytes become (n / 16 + 1) * 16, without gaps (calculated by hand).
struct ByteRangePlaylistTests {
    private static let cases: [GoldenPlaylist] = [
        GoldenPlaylist(
            "with offsets",
            files: ["a.ts": 176],
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-BYTERANGE:100@0
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:60@100
                a.ts
                #EXT-X-BYTERANGE:16@160
                #EXTINF:6,
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:112@0
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:64@112
                a.ts
                #EXT-X-BYTERANGE:32@176
                #EXTINF:6,
                a.ts

                """
        ),
        GoldenPlaylist(
            "without offsets; the places of IVs are clear offsets",
            files: ["a.ts": 176],
            ProtectionPolicy(.segment),
            source: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-BYTERANGE:100@10
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:50
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf31a0d135806d2783656788cf9a68f86
                #EXTINF:6,
                #EXT-X-BYTERANGE:112@0
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x2b5de1ac1db25733e89f3ce73a966447
                #EXTINF:6,
                #EXT-X-BYTERANGE:64
                a.ts

                """
        ),
        GoldenPlaylist(
            "a hole in the file, and a playlist in another order",
            files: ["a.ts": 300],
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-BYTERANGE:50@200
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:100@20
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:64@112
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:112@0
                a.ts

                """
        ),
        GoldenPlaylist(
            "clear ranges before the first encrypted one stay as written",
            files: ["a.ts": 300],
            ProtectionPolicy(.sequence, clearLead: .seconds(12)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-BYTERANGE: 100@0
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:060
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:60
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-BYTERANGE: 100@0
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:060
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:64
                a.ts

                """
        ),
        GoldenPlaylist(
            "an offset is written where a gap is between two ranges",
            files: ["a.ts": 300],
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-BYTERANGE:100@0
                a.ts
                #EXT-X-GAP
                #EXTINF:6,
                #EXT-X-BYTERANGE:50
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:60
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:112@0
                a.ts
                #EXT-X-GAP
                #EXTINF:6,
                #EXT-X-BYTERANGE:50
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:64@112
                a.ts

                """
        ),
        GoldenPlaylist(
            "a clear section without offset in the file of its segments",
            files: ["m.mp4": 2220],
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="m.mp4",BYTERANGE="720"
                #EXTINF:6,
                #EXT-X-BYTERANGE:1000@720
                m.mp4
                #EXTINF:6,
                #EXT-X-BYTERANGE:500
                m.mp4

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="m.mp4",BYTERANGE="720"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:1008@720
                m.mp4
                #EXTINF:6,
                #EXT-X-BYTERANGE:512
                m.mp4

                """
        ),
        GoldenPlaylist(
            "an encrypted section; its other attributes stay",
            files: ["m.mp4": 2220],
            ProtectionPolicy(.sequence, encryptsInit: true),
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:BYTERANGE="720@0", X-A=1,URI="m.mp4"
                #EXTINF:6,
                #EXT-X-BYTERANGE:1000@720
                m.mp4

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xe7d7618b7c797265f23a7dde0193d669
                #EXT-X-MAP:BYTERANGE="736@0", X-A=1,URI="m.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:1008@736
                m.mp4

                """
        ),
        GoldenPlaylist(
            "a clear section behind a segment moves",
            files: ["m.mp4": 150],
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="m.mp4",BYTERANGE="50@100"
                #EXTINF:6,
                #EXT-X-BYTERANGE:100@0
                m.mp4

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="m.mp4",BYTERANGE="50@112"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:112@0
                m.mp4

                """
        ),
    ]

    @Test(arguments: cases)
    func protects(_ item: GoldenPlaylist) throws { try item.check() }
}
