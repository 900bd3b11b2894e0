import ProtectionTerms
import Testing

@testable import Protection

/// Protected playlists of whole transport stream segments.
struct TransportStreamPlaylistTests {
    private static let files = ["a.ts": 100, "b.ts": 100, "c.ts": 100]

    private static let source = """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:7
        #EXTINF:6.0,
        a.ts
        #EXTINF:6.0,
        b.ts
        #EXTINF:6.0,
        c.ts
        #EXT-X-ENDLIST

        """

    private static let cases: [GoldenPlaylist] = [
        GoldenPlaylist(
            "an IV for each segment",
            files: files,
            ProtectionPolicy(.segment),
            source: source,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf31a0d135806d2783656788cf9a68f86
                #EXTINF:6.0,
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x1b4bc249e5333cd8bd195b5dff13897c
                #EXTINF:6.0,
                b.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xaeefee4996544336f56adf84fa28cbe6
                #EXTINF:6.0,
                c.ts
                #EXT-X-ENDLIST

                """
        ),
        GoldenPlaylist(
            "media sequence numbers: one key line without IV",
            files: files,
            ProtectionPolicy(.sequence),
            source: source,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6.0,
                a.ts
                #EXTINF:6.0,
                b.ts
                #EXTINF:6.0,
                c.ts
                #EXT-X-ENDLIST

                """
        ),
        GoldenPlaylist(
            "one IV: one key line with the record's IV",
            files: files,
            ProtectionPolicy(.constant),
            source: source,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6.0,
                a.ts
                #EXTINF:6.0,
                b.ts
                #EXTINF:6.0,
                c.ts
                #EXT-X-ENDLIST

                """
        ),
        GoldenPlaylist(
            "a clear start",
            files: files,
            ProtectionPolicy(.sequence, clearLead: .seconds(12)),
            source: source,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXTINF:6.0,
                a.ts
                #EXTINF:6.0,
                b.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6.0,
                c.ts
                #EXT-X-ENDLIST

                """
        ),
        GoldenPlaylist(
            "a key for each 12 s",
            files: files,
            ProtectionPolicy(.constant, rotation: .seconds(12)),
            source: source,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6.0,
                a.ts
                #EXTINF:6.0,
                b.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/1",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6.0,
                c.ts
                #EXT-X-ENDLIST

                """
        ),
        GoldenPlaylist(
            "a key for each rendition and each 6 s, behind a clear start",
            files: files,
            ProtectionPolicy(
                .sequence,
                granularity: .rendition,
                clearLead: .seconds(5),
                rotation: .seconds(6)
            ),
            source: source,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:7
                #EXTINF:6.0,
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://main/1"
                #EXTINF:6.0,
                b.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://main/2"
                #EXTINF:6.0,
                c.ts
                #EXT-X-ENDLIST

                """
        ),
    ]

    @Test(arguments: cases)
    func protects(_ item: GoldenPlaylist) throws { try item.check() }
}
