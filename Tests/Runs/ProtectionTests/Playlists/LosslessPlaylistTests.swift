import ProtectionTerms
import Testing

@testable import Protection

/// Unchanged lines keep their bytes, and key lines have the required position between them.
struct LosslessPlaylistTests {
    private static let cases: [GoldenPlaylist] = [
        GoldenPlaylist(
            "no version: 2 for the IV",
            files: ["a.ts": 100],
            ProtectionPolicy(.segment),
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:2
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf31a0d135806d2783656788cf9a68f86
                #EXTINF:6,
                a.ts

                """
        ),
        GoldenPlaylist(
            "no version and no IV: no version",
            files: ["a.ts": 100],
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                a.ts

                """
        ),
        GoldenPlaylist(
            "version 1 is raised, also where it stands late",
            files: ["a.ts": 100],
            ProtectionPolicy(.constant),
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                a.ts
                #EXT-X-VERSION:1

                """,
            expected: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6,
                a.ts
                #EXT-X-VERSION:2

                """
        ),
        GoldenPlaylist(
            "version 7 stays",
            files: ["a.ts": 100],
            ProtectionPolicy(.constant),
            source: """
                #EXTM3U
                #EXT-X-VERSION: 7
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION: 7
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6,
                a.ts

                """
        ),
        GoldenPlaylist(
            "CRLF, a byte order mark, and no line ending at the end",
            files: ["a.ts": 100, "b.ts": 100],
            ProtectionPolicy(.segment),
            source: "\u{FEFF}#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXTINF:6,\r\na.ts\r\n#EXTINF:6,\r\nb.ts",
            expected: "\u{FEFF}#EXTM3U\r\n#EXT-X-VERSION:2\r\n#EXT-X-TARGETDURATION:6\r\n"
                + "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://all/0\",IV=0xf31a0d135806d2783656788cf9a68f86\r\n"
                + "#EXTINF:6,\r\na.ts\r\n"
                + "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://all/0\",IV=0x1b4bc249e5333cd8bd195b5dff13897c\r\n"
                + "#EXTINF:6,\r\nb.ts"
        ),
        GoldenPlaylist(
            "other tags, comments and blank lines",
            files: ["a.ts": 100, "b.ts": 100],
            ProtectionPolicy(.constant, clearLead: .seconds(1)),
            source: """
                #EXTM3U
                # made by hand
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,Title, with \u{E9} and e\u{301}
                a.ts?token=1
                #EXT-X-DISCONTINUITY
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z

                #EXT-X-CUE-OUT:30
                #EXTINF:6 ,
                #EXT-X-BITRATE:1
                ./b.ts
                #EXT-X-ENDLIST
                # behind the end

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:2
                # made by hand
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,Title, with \u{E9} and e\u{301}
                a.ts?token=1
                #EXT-X-DISCONTINUITY
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z

                #EXT-X-CUE-OUT:30
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6 ,
                #EXT-X-BITRATE:1
                ./b.ts
                #EXT-X-ENDLIST
                # behind the end

                """
        ),
        GoldenPlaylist(
            "NONE lines of the source cancel the key",
            files: ["a.ts": 100, "b.ts": 100, "c.ts": 100],
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                a.ts
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                b.ts
                #EXTINF:6,
                #EXT-X-KEY:METHOD=NONE
                c.ts
                #EXT-X-KEY:METHOD=NONE

                """,
            expected: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                a.ts
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                b.ts
                #EXTINF:6,
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                c.ts
                #EXT-X-KEY:METHOD=NONE

                """
        ),
        GoldenPlaylist(
            "gaps get no key line and count as numbers",
            files: ["b.ts": 100, "d.ts": 100],
            ProtectionPolicy(.segment),
            source: """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-TARGETDURATION:6
                #EXT-X-GAP
                #EXTINF:6,
                a.ts
                #EXTINF:6,
                b.ts
                #EXT-X-GAP
                #EXTINF:6,
                c.ts
                #EXTINF:6,
                d.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-TARGETDURATION:6
                #EXT-X-GAP
                #EXTINF:6,
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x1b4bc249e5333cd8bd195b5dff13897c
                #EXTINF:6,
                b.ts
                #EXT-X-GAP
                #EXTINF:6,
                c.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x45e185b1c17db3c8d76e5d283fe86431
                #EXTINF:6,
                d.ts

                """
        ),
        GoldenPlaylist(
            "one segment twice in a row: one key line",
            files: ["v/a b.ts": 100],
            ProtectionPolicy(.segment),
            source: """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                v/a%20b.ts
                #EXTINF:6,
                v/a%20b.ts?again

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x5750d54e56ece0c906e60bbac4d879d8
                #EXTINF:6,
                v/a%20b.ts
                #EXTINF:6,
                v/a%20b.ts?again

                """
        ),
    ]

    @Test(arguments: cases)
    func protects(_ item: GoldenPlaylist) throws { try item.check() }
}
