import Failures
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// A file that several playlists reference has one key and one IV (design decision 12).
struct ContradictionTests {
    /// Returns two playlists, with `a.ts` as the second segment of `x` and by default the first of `y`.
    private static func tree(_ y: [String] = ["#EXTINF:6,", "a.ts"]) throws -> TreeFixture {
        try TreeFixture(
            [
                "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n"
                    + "#EXT-X-STREAM-INF:BANDWIDTH=2\ny.m3u8\n",
                "x.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "b.ts", "#EXTINF:6,", "a.ts"]),
                "y.m3u8": TreeFixture.mediaPlaylist(y),
            ],
            media: ["a.ts": 20, "b.ts": 20]
        )
    }

    private static let contradiction = RunFailure.contradictoryProtection(
        file: TreePath("a.ts"),
        MediaReference.Origin(rendition: 1, playlist: TreePath("y.m3u8"), line: 4),
        MediaReference.Origin(rendition: 0, playlist: TreePath("x.m3u8"), line: 6)
    )

    @Test(
        arguments: [
            ("two media sequence numbers", ProtectionPolicy(.sequence)),
            ("two periods", ProtectionPolicy(.segment, rotation: .seconds(6))),
            ("clear and encrypted", ProtectionPolicy(.segment, clearLead: .seconds(6))),
        ]
    )
    func refusesContradictions(name: String, policy: ProtectionPolicy) throws {
        let tree = try Self.tree()
        #expect(throws: Self.contradiction, "\(name)") { try PlannedTree(tree, policy) }
    }

    @Test(
        arguments: [
            ("an IV of the place", ProtectionPolicy(.segment)), ("one IV", ProtectionPolicy(.constant)),
            ("periods that agree", ProtectionPolicy(.segment, rotation: .seconds(12))),
            (
                "a file has the key of its first rendition",
                ProtectionPolicy(.segment, granularity: .rendition)
            ),
        ]
    )
    func acceptsWhatAgrees(name: String, policy: ProtectionPolicy) throws {
        let resources = try PlannedTree(Self.tree(), policy).plan.media.resources
        #expect(resources.count == 2, "\(name)")
        #expect(resources.allSatisfy { $0.treatment.slot != nil }, "\(name)")
        #expect(Set(resources.compactMap(\.treatment.slot)).count == 1, "\(name)")
    }

    @Test func acceptsEqualNumbers() throws {
        let tree = try Self.tree(["#EXT-X-MEDIA-SEQUENCE:1", "#EXTINF:6,", "a.ts"])
        let resources = try PlannedTree(tree, ProtectionPolicy(.sequence)).plan.media.resources
        let slot = KeySlot(track: "all", period: 0)
        #expect(
            resources.map(\.treatment) == [
                .aes128(slot, .mediaSequence(0)), .aes128(slot, .mediaSequence(1)),
            ]
        )
    }

    /// A segment that is twice in one playlist is refused only if its IV is the media sequence number.
    @Test func oneSegmentTwiceInAPlaylist() throws {
        let tree = try TreeFixture(
            media: ["#EXTINF:6,", "a.ts", "#EXTINF:6,", "a.ts"],
            files: ["a.ts": 20]
        )
        #expect(
            throws: RunFailure.contradictoryProtection(file: TreePath("a.ts"), .main(6), .main(4))
        ) {
            try PlannedTree(tree, ProtectionPolicy(.sequence))
        }
        #expect(try PlannedTree(tree, ProtectionPolicy(.segment)).plan.media.resources.count == 1)
    }
}
