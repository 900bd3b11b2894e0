import Failures
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Rewriting

/// Removal of key systems, and session keys.
struct SystemAndSessionKeyTests {
    static let fairPlay = #"METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery""#
    static let identity = #"METHOD=SAMPLE-AES,URI="https://a",IV=0x00000000000000000000000000000001"#
    static let playReady = #"METHOD=SAMPLE-AES,URI="data:,a",KEYFORMAT="com.microsoft.playready""#

    private func rewrite(
        _ session: [String],
        _ media: [String],
        _ change: (inout RewriteRequest) throws -> Void
    ) throws -> (multivariant: String, media: String, report: RewriteReport) {
        let lines = ["#EXTM3U", "#EXT-X-VERSION:6"] + session.map { "#EXT-X-SESSION-KEY:" + $0 }
        let fixture = try RewriteFixture([
            "main.m3u8": (lines + ["#EXT-X-STREAM-INF:BANDWIDTH=1", "v.m3u8", ""]).joined(separator: "\n"),
            "v.m3u8": TreeFixture.mediaPlaylist(media),
        ])
        var request = fixture.request()
        try change(&request)
        let report = try fixture.run(request)
        return (try fixture.text(), try fixture.text("v.m3u8"), report)
    }

    @Test func takesOutASystem() throws {
        let media = ["#EXT-X-KEY:" + Self.fairPlay, "#EXT-X-KEY:" + Self.playReady, "#EXTINF:6,", "1.m4s"]
        let found = try rewrite([Self.playReady, Self.fairPlay], media) { $0.droppedSystems = [.playReady] }
        #expect(found.media == TreeFixture.mediaPlaylist([media[0], media[2], media[3]]))
        #expect(!found.multivariant.contains("playready") && found.multivariant.contains("skd://a"))
        #expect(found.report.playlists.map(\.keyLines.removed) == [0, 1])
        #expect(found.report.playlists.map(\.sessionKeys.removed) == [1, 0])
    }

    @Test(arguments: [
        (["#EXT-X-KEY:" + fairPlay, "#EXTINF:6,", "1.m4s"], 5),
        (
            [
                "#EXTINF:6,", "0.m4s", "#EXT-X-KEY:" + fairPlay, "#EXT-X-MAP:URI=\"i\"",
                "#EXT-X-KEY:" + identity, "#EXTINF:6,", "1",
            ], 6
        ),
        (
            [
                "#EXT-X-KEY:" + fairPlay, "#EXT-X-KEY:" + identity, "#EXTINF:6,", "1",
                "#EXT-X-KEY:METHOD=NONE", "#EXT-X-KEY:" + fairPlay,
            ], 8
        ),
    ])
    func refusesToLeaveNoKey(_ media: [String], _ line: Int) throws {
        let location = LineLocation(playlist: TreePath("v.m3u8"), line: line)
        #expect(throws: RunFailure.noKeyLineLeft(location, systems: [.fairPlay])) {
            try rewrite([], media) { $0.droppedSystems = [.fairPlay] }
        }
    }

    /// The new URI does not go to the system that is removed, where it would be lost.
    @Test func givesTheURIToASystemThatStays() throws {
        let media = ["#EXT-X-KEY:" + Self.fairPlay, "#EXT-X-KEY:" + Self.identity, "#EXTINF:6,", "1.m4s"]
        let found = try rewrite([], media) {
            $0.keyURIs = try KeyURIRequest("https://new")
            $0.droppedSystems = [.fairPlay]
        }
        let identity = Self.identity.replacing("https://a", with: "https://new")
        #expect(found.media == TreeFixture.mediaPlaylist(["#EXT-X-KEY:" + identity, media[2], media[3]]))
    }

    @Test(arguments: [(SessionKeyChange.keep, 0), (.none, 1), (.start, 1), (.all, 1)])
    func warnsOfSessionKeysWithoutMultivariantPlaylist(_ change: SessionKeyChange, _ count: Int) throws {
        let fixture = try RewriteFixture([
            "main.m3u8": TreeFixture.mediaPlaylist(["#EXT-X-KEY:" + Self.fairPlay, "#EXTINF:6,", "1.m4s"])
        ])
        var request = fixture.request()
        request.sessionKeys = change
        #expect(try fixture.run(request).warnings.count == count)
    }

    @Test func changesASystemForAnother() throws {
        let found = try rewrite([Self.identity], ["#EXT-X-KEY:" + Self.identity, "#EXTINF:6,", "1.m4s"]) {
            $0.keyURIs = try KeyURIRequest("skd://a", [.fairPlay])
            $0.droppedSystems = [.identity]
        }
        #expect(found.media.contains("\n#EXT-X-VERSION:5\n"))
        #expect(
            found.media.contains("#EXT-X-KEY:" + Self.fairPlay + ",KEYFORMATVERSIONS=\"1\"\n#EXTINF:6,\n")
        )
        #expect(!found.media.contains("https://a") && !found.multivariant.contains("https://a"))
        #expect(found.multivariant.contains("#EXT-X-SESSION-KEY:" + Self.fairPlay))
    }

    static let twoKeys = [
        "#EXT-X-KEY:" + fairPlay, "#EXT-X-KEY:" + identity, "#EXTINF:6,", "1.m4s",
        "#EXT-X-KEY:METHOD=NONE", "#EXTINF:6,", "2.m4s",
        "#EXT-X-KEY:" + identity.replacing("https://a", with: "https://b"), "#EXTINF:6,", "3.m4s",
        "#EXT-X-KEY:" + identity, "#EXTINF:6,", "4.m4s",
    ]

    @Test(arguments: [
        (SessionKeyChange.keep, ["old", "a"]),
        (.none, []),
        (.start, [fairPlay, #"METHOD=SAMPLE-AES,URI="https://a""#]),
        (.all, [fairPlay, #"METHOD=SAMPLE-AES,URI="https://a""#, #"METHOD=SAMPLE-AES,URI="https://b""#]),
    ])
    func setsSessionKeys(_ change: SessionKeyChange, _ expected: [String]) throws {
        let old = [#"METHOD=AES-128,URI="old""#, #"METHOD=AES-128,URI="a""#]
        let found = try rewrite(old, Self.twoKeys) { $0.sessionKeys = change }
        let lines = change == .keep ? old : expected
        let head = ["#EXTM3U", "#EXT-X-VERSION:6"] + lines.map { "#EXT-X-SESSION-KEY:" + $0 }
        #expect(
            found.multivariant
                == (head + ["#EXT-X-STREAM-INF:BANDWIDTH=1", "v.m3u8", ""]).joined(separator: "\n")
        )
        #expect(found.media == TreeFixture.mediaPlaylist(Self.twoKeys))
    }

    @Test func keepsAsWrittenWhatIsDerivedAgain() throws {
        let written =
            #"KEYFORMAT="com.apple.streamingkeydelivery", URI="skd://a",KEYFORMATVERSIONS="1",METHOD=SAMPLE-AES,X=1"#
        let found = try rewrite([written], ["#EXT-X-KEY:" + Self.fairPlay, "#EXTINF:6,", "1.m4s"]) {
            $0.sessionKeys = .all
        }
        #expect(found.multivariant.contains("\n#EXT-X-SESSION-KEY:" + written + "\n"))
        #expect(found.report.playlists.allSatisfy { !$0.isChanged })
    }

    @Test func keepsKeysOfPlaylistsThatAreElsewhere() throws {
        let fixture = try RewriteFixture([
            "main.m3u8":
                "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"far\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://far/v.m3u8\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=2\nv.m3u8\n",
            "v.m3u8": TreeFixture.mediaPlaylist([
                "#EXT-X-KEY:METHOD=AES-128,URI=\"near\",IV=0x01", "#EXTINF:6,", "1.ts",
            ]),
        ])
        var request = fixture.request()
        request.sessionKeys = .all
        let report = try fixture.run(request)
        #expect(
            report.warnings.count == 1 && report.warnings[0].hasPrefix("main.m3u8:3:"),
            "\(report.warnings)"
        )
        #expect(
            try fixture.text().hasPrefix(
                "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"far\"\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"near\"\n"
            )
        )
    }
}
