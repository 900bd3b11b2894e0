import PlaylistLinting
import Testing

/// RFC 8216bis 8: which part of a playlist is named when its version is too low.
@Suite struct VersionNeedTests {
    private static func findings(_ scene: LintScene) throws -> [LintFinding] {
        try scene.findings().filter { $0.rule.id == "version" }
    }

    /// Four parts need version 5; the first line that has one, and there the first in the table of the tag.
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

    /// Section 8 speaks of `EXT-X-KEY` in media playlists.
    @Test func sessionKeysNeedNoVersion() throws {
        let key = "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"x.y\",KEYFORMATVERSIONS=\"1\""
        let scene = LintScene(multivariant: "#EXTM3U|\(key)|#EXT-X-STREAM-INF:BANDWIDTH=9|m")
        #expect(try Self.findings(scene).isEmpty)
    }
}
