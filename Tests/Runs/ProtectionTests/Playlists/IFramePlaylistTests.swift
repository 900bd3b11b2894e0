import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Protection

/// Protected I-frame playlists: ranges count bytes of the encrypted segments, and every key line has an IV.
struct IFramePlaylistTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let policy: ProtectionPolicy
        let files: [String: Int]
        let segments: [String]
        let source: String
        let expected: String

        /// Protects `i.m3u8` together with `x.m3u8`, which has the segments.
        func check() throws {
            let tree = try TreeFixture(
                [
                    "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nx.m3u8\n"
                        + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"\n",
                    "x.m3u8": TreeFixture.mediaPlaylist(segments), "i.m3u8": source,
                ],
                media: files
            )
            #expect(try PlannedTree(tree, policy).playlist(1) == expected)
        }
    }

    private static let wholeFiles = ["#EXTINF:6,", "a.ts", "#EXTINF:6,", "b.ts"]
    private static let twoIFramesAndOne = """
        #EXTM3U
        #EXT-X-VERSION:4
        #EXT-X-TARGETDURATION:6
        #EXT-X-I-FRAMES-ONLY
        #EXTINF:3,
        #EXT-X-BYTERANGE:376@188
        a.ts
        #EXTINF:3,
        #EXT-X-BYTERANGE:100@600
        a.ts
        #EXTINF:6,
        #EXT-X-BYTERANGE:376@188
        b.ts

        """

    private static let cases: [Case] = [
        Case(
            testDescription: "whole segments: CBC moves no byte, so the ranges stay",
            policy: ProtectionPolicy(.segment),
            files: ["a.ts": 1000, "b.ts": 1000],
            segments: wholeFiles,
            source: twoIFramesAndOne,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x96a8f1d858ae97effe41d7a26150280a
                #EXTINF:3,
                #EXT-X-BYTERANGE:376@188
                a.ts
                #EXTINF:3,
                #EXT-X-BYTERANGE:100@600
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x1dfbd85a7cfd4a7407475c6a4a38c21b
                #EXTINF:6,
                #EXT-X-BYTERANGE:376@188
                b.ts

                """
        ),
        Case(
            testDescription: "numbers: the IV is the segment's number, written out",
            policy: ProtectionPolicy(.sequence),
            files: ["a.ts": 1000, "b.ts": 1000],
            segments: ["#EXT-X-MEDIA-SEQUENCE:255"] + wholeFiles,
            source: twoIFramesAndOne,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x000000000000000000000000000000ff
                #EXTINF:3,
                #EXT-X-BYTERANGE:376@188
                a.ts
                #EXTINF:3,
                #EXT-X-BYTERANGE:100@600
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x00000000000000000000000000000100
                #EXTINF:6,
                #EXT-X-BYTERANGE:376@188
                b.ts

                """
        ),
        Case(
            testDescription: "a clear start holds for the I-frames of its segments",
            policy: ProtectionPolicy(.constant, clearLead: .seconds(6)),
            files: ["a.ts": 1000, "b.ts": 1000],
            segments: wholeFiles,
            source: twoIFramesAndOne,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXTINF:3,
                #EXT-X-BYTERANGE:376@188
                a.ts
                #EXTINF:3,
                #EXT-X-BYTERANGE:100@600
                a.ts
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:6,
                #EXT-X-BYTERANGE:376@188
                b.ts

                """
        ),
        // The ranges 0..<100 and 100..<200 become 0..<112 and, after the IV in 112..<128, 128..<240.
        Case(
            testDescription: "byte ranges: an I-frame moves with its range",
            policy: ProtectionPolicy(.constant),
            files: ["a.ts": 200],
            segments: [
                "#EXTINF:6,", "#EXT-X-BYTERANGE:100@0", "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:100", "a.ts",
            ],
            source: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXTINF:3,
                #EXT-X-BYTERANGE:40@10
                a.ts
                #EXTINF:3,
                #EXT-X-BYTERANGE:50
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:30
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:70
                a.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
                #EXTINF:3,
                #EXT-X-BYTERANGE:40@10
                a.ts
                #EXTINF:3,
                #EXT-X-BYTERANGE:50
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:30@128
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:70
                a.ts

                """
        ),
        // The section 0..<40 becomes 0..<48, the range 40..<240 becomes 64..<272 after its IV in 48..<64.
        Case(
            testDescription: "an encrypted section in the file of the segments",
            policy: ProtectionPolicy(.sequence, encryptsInit: true),
            files: ["m.mp4": 240],
            segments: [
                #"#EXT-X-MAP:URI="m.mp4",BYTERANGE="40@0""#, "#EXTINF:6,", "#EXT-X-BYTERANGE:200@40", "m.mp4",
            ],
            source: """
                #EXTM3U
                #EXT-X-VERSION:5
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-MAP:URI="m.mp4",BYTERANGE="40@0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:90@40
                m.mp4

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:5
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xd3a304c6b786848f81e4fe4a8ff44a4e
                #EXT-X-MAP:URI="m.mp4",BYTERANGE="48@0"
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0x00000000000000000000000000000000
                #EXTINF:6,
                #EXT-X-BYTERANGE:90@64
                m.mp4

                """
        ),
        // All of n.ts is one media resource; its rendition is the I-frame playlist itself.
        Case(
            testDescription: "a file of I-frames only: one IV",
            policy: ProtectionPolicy(.sequence),
            files: ["a.ts": 10, "b.ts": 10, "n.ts": 300],
            segments: wholeFiles,
            source: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXTINF:3,
                #EXT-X-BYTERANGE:40@10
                n.ts
                #EXTINF:3,
                #EXT-X-BYTERANGE:50@200
                n.ts

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-I-FRAMES-ONLY
                #EXT-X-KEY:METHOD=AES-128,URI="skd://all/0",IV=0xbb200e22629caa30e183a38787fcacda
                #EXTINF:3,
                #EXT-X-BYTERANGE:40@10
                n.ts
                #EXTINF:3,
                #EXT-X-BYTERANGE:50@200
                n.ts

                """
        ),
    ]

    @Test(arguments: cases)
    func protects(_ item: Case) throws { try item.check() }
}
