import PresentationFixtures
import ProtectionTerms
import SampleEncryption
import Testing

@testable import Presentations
@testable import Protection

struct ProtectionPlannerTests {
    /// Three segments of 6 s under one EXT-X-MAP, with media sequence numbers from 7.
    private static let lines = [
        "#EXT-X-MEDIA-SEQUENCE:7", #"#EXT-X-MAP:URI="i.mp4""#, "#EXTINF:6,", "a.m4s", "#EXTINF:6,", "b.m4s",
        "#EXTINF:6,", "c.m4s",
    ]
    private static let files = ["i.mp4": 10, "a.m4s": 20, "b.m4s": 30, "c.m4s": 40]

    private static func protections(_ policy: ProtectionPolicy) throws -> [ResourceTreatment] {
        try PlannedTree(TreeFixture(media: lines, files: files), policy).plan.media.resources.map(\.treatment)
    }

    private static func all(_ period: Int) -> KeySlot { KeySlot(track: "all", period: period) }

    private static func ivOrigin(
        _ path: String,
        ordinal: Int = 0,
        _ content: IVContext.Content = .segment
    )
        -> IVOrigin
    {
        .location(IVContext(content: content, rendition: "main", path: path, ordinal: ordinal))
    }

    // The order of the layout is: initialization section, a, b, c.
    @Test(
        arguments: [
            (
                "an IV for each segment", ProtectionPolicy(.segment),
                [
                    .clear(nil), .aes128(all(0), ivOrigin("a.m4s")), .aes128(all(0), ivOrigin("b.m4s")),
                    .aes128(all(0), ivOrigin("c.m4s")),
                ]
            ),
            (
                "media sequence numbers", ProtectionPolicy(.sequence),
                [
                    .clear(nil), .aes128(all(0), .mediaSequence(7)), .aes128(all(0), .mediaSequence(8)),
                    .aes128(all(0), .mediaSequence(9)),
                ]
            ),
            (
                "one IV", ProtectionPolicy(.constant),
                [.clear(nil), .aes128(all(0), .record), .aes128(all(0), .record), .aes128(all(0), .record)]
            ),
            (
                "an encrypted map has an IV of its own in every mode",
                ProtectionPolicy(.constant, encryptsInit: true),
                [
                    .aes128(all(0), ivOrigin("i.mp4", .initialization)), .aes128(all(0), .record),
                    .aes128(all(0), .record), .aes128(all(0), .record),
                ]
            ),
            (
                "a clear start", ProtectionPolicy(.sequence, clearLead: .seconds(7)),
                [.clear(nil), .clear(nil), .clear(nil), .aes128(all(0), .mediaSequence(9))]
            ),
            (
                "key periods", ProtectionPolicy(.sequence, rotation: .seconds(12)),
                [
                    .clear(nil), .aes128(all(0), .mediaSequence(7)), .aes128(all(0), .mediaSequence(8)),
                    .aes128(all(1), .mediaSequence(9)),
                ]
            ),
            (
                "the map before a clear start is encrypted with the first period's key",
                ProtectionPolicy(
                    .sequence,
                    encryptsInit: true,
                    clearLead: .seconds(12),
                    rotation: .seconds(6)
                ),
                [
                    .aes128(all(0), ivOrigin("i.mp4", .initialization)), .clear(nil), .clear(nil),
                    .aes128(all(2), .mediaSequence(9)),
                ]
            ),
        ] as [(String, ProtectionPolicy, [ResourceTreatment])]
    )
    func plans(name: String, policy: ProtectionPolicy, expected: [ResourceTreatment]) throws {
        #expect(try Self.protections(policy) == expected, "\(name)")
    }

    @Test func aRangesPlaceIsCountedInItsFile() throws {
        let tree = try TreeFixture(
            media: [
                "#EXTINF:6,", "#EXT-X-BYTERANGE:10@20", "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:10", "a.ts",
            ],
            files: ["a.ts": 40]
        )
        let resources = try PlannedTree(tree, ProtectionPolicy()).plan.media.resources
        #expect(
            resources.map(\.treatment) == [
                .aes128(Self.all(0), Self.ivOrigin("a.ts", ordinal: 0)),
                .aes128(Self.all(0), Self.ivOrigin("a.ts", ordinal: 1)),
            ]
        )
    }

    /// Key and clear lead of an I-frame are those of its segment.
    @Test func iFramesFollowTheirSegment() throws {
        let tree = try TreeFixture(
            [
                "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nx.m3u8\n"
                    + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"\n",
                "x.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXTINF:6,", "b.ts"]),
                // The I-frame playlist has other times and sequence numbers than the segments.
                "i.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-MEDIA-SEQUENCE:99", "#EXT-X-I-FRAMES-ONLY", "#EXTINF:1,", "#EXT-X-BYTERANGE:5@0",
                    "b.ts",
                    "#EXTINF:1,", "#EXT-X-BYTERANGE:5@5", "b.ts",
                ]),
            ],
            media: ["a.ts": 20, "b.ts": 20]
        )
        let policy = ProtectionPolicy(.sequence, granularity: .rendition, clearLead: .seconds(6))
        #expect(
            try PlannedTree(tree, policy).plan.media.resources.map(\.treatment)
                == [.clear(nil), .aes128(KeySlot(track: "x", period: 0), .mediaSequence(1))]
        )
    }

    /// Sequence numbers of I-frame playlists count I-frames, so a file of I-frames has an IV by location.
    @Test func aFileOfIFramesOnlyGetsAPlace() throws {
        let tree = try TreeFixture(
            media: [
                "#EXT-X-I-FRAMES-ONLY", "#EXTINF:1,", "#EXT-X-BYTERANGE:5@0", "i.ts", "#EXTINF:1,",
                "#EXT-X-BYTERANGE:5@9", "i.ts",
            ],
            files: ["i.ts": 20]
        )
        #expect(
            try PlannedTree(tree, ProtectionPolicy(.sequence)).plan.media.resources.map(\.treatment)
                == [.aes128(Self.all(0), Self.ivOrigin("i.ts"))]
        )
    }
}
