import PlaylistLinting
import Testing

/// The part of a playlist that is named if its version is too low (RFC 8216bis 8).
@Suite struct VersionRequirementTests {
    private static func findings(_ scene: LintPresentation) throws -> [LintFinding] {
        try scene.findings().filter { $0.rule.id == "version" }
    }

    /// Four parts need version 5; named is the first in the tag's table on the first such line.
    @Test func namesTheFirstOfSeveral() throws {
        let found = try Self.findings(
            .whole(
                "#EXTM3U|#EXT-X-VERSION:4|#EXT-X-TARGETDURATION:9|#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01|"
                    + "#EXTINF:8.5,|a.ts|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMATVERSIONS=\"1\",KEYFORMAT=\"x.y\"|"
                    + "#EXT-X-MAP:URI=\"i\"|#EXT-X-I-FRAMES-ONLY|#EXTINF:9,|a.ts"
            )
        )
        #expect(found.map(\.message) == ["The version is too low for KEYFORMAT on line 7"])
        #expect(found.map(\.allowed) == ["at least 5"])
    }

    /// Section 8 is about `EXT-X-KEY` in media playlists.
    @Test func sessionKeysNeedNoVersion() throws {
        let key = "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"x.y\",KEYFORMATVERSIONS=\"1\""
        let scene = LintPresentation(multivariant: "#EXTM3U|\(key)|#EXT-X-STREAM-INF:BANDWIDTH=9|m")
        #expect(try Self.findings(scene).isEmpty)
    }
}
