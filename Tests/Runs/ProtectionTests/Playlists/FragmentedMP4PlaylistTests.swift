import ProtectionTerms
import Testing

@testable import Protection

/// Protected playlists with `EXT-X-MAP`.
///
/// A section is encrypted exactly if a key is in force at its tag, which needs an IV (RFC 8216bis 4.4.4.4).
struct FragmentedMP4PlaylistTests {
    private static let files = ["i.mp4": 50, "j.mp4": 50, "a.m4s": 100, "b.m4s": 100]

    private static let oneMap = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:6
        #EXT-X-MAP:URI="i.mp4"
        #EXTINF:6,
        a.m4s
        #EXTINF:6,
        b.m4s

        """

    private static let twoMaps = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:6
        #EXT-X-MAP:URI="i.mp4"
        #EXTINF:6,
        a.m4s
        #EXT-X-DISCONTINUITY
        #EXT-X-MAP:URI="j.mp4"
        #EXTINF:6,
        b.m4s

        """

    private static let cases: [GoldenPlaylist] = [
        GoldenPlaylist(
            "a clear section",
            files: files,
            ProtectionPolicy(.sequence),
            source: oneMap,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                a.m4s
                #EXTINF:6,
                b.m4s

                """
        ),
        GoldenPlaylist(
            "an encrypted section, an IV for each segment",
            files: files,
            ProtectionPolicy(.segment, encryptsInit: true),
            source: oneMap,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xa6901f7b005d1f9d5e91a7d228fd8f02
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x5bd2a94d91038a2694fb9e46bca1dd1e
                #EXTINF:6,
                a.m4s
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xfb9b844da9348f58b2f688850130c502
                #EXTINF:6,
                b.m4s

                """
        ),
        GoldenPlaylist(
            "an encrypted section has an IV also where segments have numbers",
            files: files,
            ProtectionPolicy(.sequence, encryptsInit: true),
            source: oneMap,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xa6901f7b005d1f9d5e91a7d228fd8f02
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                a.m4s
                #EXTINF:6,
                b.m4s

                """
        ),
        GoldenPlaylist(
            "two clear sections: no key is in force over the second",
            files: files,
            ProtectionPolicy(.sequence),
            source: twoMaps,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                a.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-MAP:URI="j.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                b.m4s

                """
        ),
        GoldenPlaylist(
            "two encrypted sections",
            files: files,
            ProtectionPolicy(.constant, encryptsInit: true),
            source: twoMaps,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xa6901f7b005d1f9d5e91a7d228fd8f02
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6,
                a.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xbec3a9cc3eb5ea70e0b908951fbc9130
                #EXT-X-MAP:URI="j.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6,
                b.m4s

                """
        ),
        GoldenPlaylist(
            "a section of the second period has the second period's key",
            files: files,
            ProtectionPolicy(.sequence, encryptsInit: true, rotation: .seconds(6)),
            source: twoMaps,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xa6901f7b005d1f9d5e91a7d228fd8f02
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                a.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/1",IV=0xce59bda5182ebf230fdffd04174e6c9d
                #EXT-X-MAP:URI="j.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/1"
                #EXTINF:6,
                b.m4s

                """
        ),
        GoldenPlaylist(
            "a clear start behind an encrypted section",
            files: files,
            ProtectionPolicy(.constant, encryptsInit: true, clearLead: .seconds(6)),
            source: oneMap,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xa6901f7b005d1f9d5e91a7d228fd8f02
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                a.m4s
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6,
                b.m4s

                """
        ),
        GoldenPlaylist(
            "a map between EXTINF and the URI, and a map at the end",
            files: files,
            ProtectionPolicy(.sequence),
            source: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-MAP:URI="i.mp4"
                a.m4s
                #EXTINF:6,
                #EXT-X-MAP:URI="j.mp4"
                # a comment
                b.m4s
                #EXT-X-MAP:URI="i.mp4"

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                a.m4s
                #EXTINF:6,
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-MAP:URI="j.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                # a comment
                b.m4s
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-MAP:URI="i.mp4"

                """
        ),
        GoldenPlaylist(
            "an encrypted section behind a NONE line of the source",
            files: files,
            ProtectionPolicy(.sequence, encryptsInit: true),
            source: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                a.m4s

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xa6901f7b005d1f9d5e91a7d228fd8f02
                #EXT-X-MAP:URI="i.mp4"
                #EXT-X-KEY:METHOD=NONE
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0"
                #EXTINF:6,
                a.m4s

                """
        ),
    ]

    @Test(arguments: cases)
    func protects(_ item: GoldenPlaylist) throws { try item.check() }
}
