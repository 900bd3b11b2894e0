import Failures
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// Selections that are refused because nothing, or not enough for a player, would remain.
struct SelectionRefusalTests {
    private static func location(_ line: Int) -> LineLocation {
        LineLocation(playlist: SelectionFixture.path, line: line)
    }

    @Test(arguments: [
        (
            ["language=fr"], [],
            RunFailure.keepsNothing(SelectionFixture.path, expressions: ["language=fr"])
        ),
        (
            ["language=fr", "language=it"], [],
            .keepsNothing(SelectionFixture.path, expressions: ["language=fr", "language=it"])
        ),
        (["codec=hvc1"], [], .keepsNothing(SelectionFixture.path, expressions: ["codec=hvc1"])),
        (
            ["type=subtitles,language=fr", "type=audio,language=en"], [],
            .keepsNothing(SelectionFixture.path, expressions: ["type=subtitles,language=fr"])
        ),
        ([], ["bandwidth>=0"], .noVariantLeft(SelectionFixture.path)),
        (["bandwidth<=1000000"], ["bandwidth<=1000000"], .noVariantLeft(SelectionFixture.path)),
        ([], ["type=audio"], .variantWithoutAudio(location(10), group: "aac")),
        // The audio-only variant has no other group.
        ([], ["group=aac"], .variantWithoutAudio(location(22), group: "aac")),
        (
            [], ["group=ec3,language=de"],
            .differentRenditionGroups(location(5), type: "AUDIO", group: "aac", name: "Deutsch", other: "ec3")
        ),
        (
            [], ["group=aac,language=de"],
            .differentRenditionGroups(location(5), type: "AUDIO", group: "ec3", name: "Deutsch", other: "aac")
        ),
    ])
    func refuses(_ keep: [String], _ drop: [String], _ expected: RunFailure) {
        #expect(throws: expected) {
            try SelectionFixture.ladder.removed(keep: keep, drop: drop)
        }
    }

    /// A variant with other video is no substitute, nor is one of unknown video.
    @Test(arguments: [
        ["RESOLUTION=1280x720", "RESOLUTION=1920x1080"],
        ["RESOLUTION=1280x720,FRAME-RATE=25.000", "RESOLUTION=1280x720,FRAME-RATE=50.000"],
        ["CODECS=\"avc1.4d401f,mp4a.40.2\"", "CODECS=\"hvc1.2.4.L93,ec-3\""],
        ["RESOLUTION=1280x720", "RESOLUTION=1280x720,VIDEO-RANGE=PQ"],
        ["RESOLUTION=1280x720,PATHWAY-ID=\"A\"", "RESOLUTION=1280x720,PATHWAY-ID=\"B\""],
        ["AVERAGE-BANDWIDTH=1", "AVERAGE-BANDWIDTH=1"],
    ])
    func refusesToLoseOtherPictures(_ attributes: [String]) {
        let scene = SelectionFixture([
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"en\",URI=\"a.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"en\",URI=\"b.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"," + attributes[0], "1.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO=\"b\"," + attributes[1], "2.m3u8",
        ])
        let expected = RunFailure.variantWithoutAudio(Self.location(6), group: "b")
        #expect(throws: expected) {
            try scene.removed(drop: ["group=b"])
        }
    }

    /// Groups that differ in the source may differ in the result.
    @Test func leavesGroupsThatDiffered() throws {
        let scene = SelectionFixture([
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"en\",LANGUAGE=\"en\",URI=\"a.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"de\",LANGUAGE=\"de\",URI=\"d.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"en\",LANGUAGE=\"en\",URI=\"b.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"fr\",LANGUAGE=\"fr\",URI=\"f.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"", "1.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO=\"b\"", "1.m3u8",
        ])
        #expect(try scene.removed(drop: ["language=fr"]) == .init(lines: [5]))
    }

    private static func steered(_ attributes: String) -> SelectionFixture {
        SelectionFixture([
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/s\"" + attributes,
            "#EXT-X-STREAM-INF:BANDWIDTH=1,PATHWAY-ID=\"A\"", "a.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=2,PATHWAY-ID=\"B\"", "b.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=3", "c.m3u8",
        ])
    }

    @Test func refusesToLoseTheFirstPathway() {
        let expected = RunFailure.noVariantOnPathway(Self.location(2), pathway: "A")
        #expect(throws: expected) {
            try Self.steered(",PATHWAY-ID=\"A\"").removed(drop: ["bandwidth=1"])
        }
    }

    @Test(arguments: [
        (",PATHWAY-ID=\"A\"", "bandwidth=2", "B"), (",PATHWAY-ID=\"A\"", "bandwidth=3", "."),
        ("", "bandwidth=1", "A"),
    ])
    func warnsOfAPathwayThatIsLost(_ attributes: String, _ drop: String, _ pathway: String) throws {
        let removal = try Self.steered(attributes).removed(drop: [drop])
        #expect(removal.warnings == ["main.m3u8: no variant is left on pathway '\(pathway)'"])
    }

    @Test func refusesAMediaPlaylist() throws {
        let fixture = try RewriteFixture(["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "1.ts"])])
        var request = fixture.request()
        request.selection = try SelectionFilter(keep: ["bandwidth>1"])
        let error = RunFailure.selectionInMediaPlaylist(TreePath("main.m3u8"))
        #expect(throws: error) { try fixture.run(request) }
    }
}
