import Foundation
import KeyStore
import PresentationFixtures
import Testing

@testable import Rewriting

/// Selections from a whole tree: files, keys, session keys, rendition reports.
struct SelectedTreeTests {
    private static let multivariant = """
        #EXTM3U
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="hd"
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="sd"
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="later"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="de.m3u8"

        # the high one
        #EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=1920x1080,AUDIO="a"
        # its playlist
        hd.m3u8?x
        #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,AUDIO="a"
        sd.m3u8

        """

    private static func media(_ key: String, _ more: [String] = []) -> String {
        let lines = ["#EXT-X-KEY:METHOD=AES-128,URI=\"\(key)\",IV=0x01", "#EXTINF:6,", "\(key).ts"]
        return TreeFixture.mediaPlaylist(lines + more)
    }

    private static let reports = [
        "#EXT-X-RENDITION-REPORT:URI=\"hd.m3u8\",LAST-MSN=1", "#EXT-X-RENDITION-REPORT:URI=\"de.m3u8\"",
    ]

    private func fixture(_ changes: [String: String?] = [:]) throws -> RewriteFixture {
        var playlists = [
            "main.m3u8": Self.multivariant, "hd.m3u8": Self.media("hd"), "en.m3u8": Self.media("sd"),
            "sd.m3u8": Self.media("sd", Self.reports), "de.m3u8": Self.media("sd"),
        ]
        for (name, text) in changes { playlists[name] = text }
        return try RewriteFixture(playlists)
    }

    private func request(_ fixture: RewriteFixture, inPlace: Bool = false) throws -> RewriteRequest {
        var request = fixture.request(inPlace: inPlace)
        request.selection = try SelectionFilter(drop: ["resolution>640x360"])
        return request
    }

    @Test func writesWhatIsNamed() throws {
        let fixture = try fixture()
        let report = try fixture.run(try request(fixture))
        #expect(
            changedLines(Self.multivariant, try fixture.text()) == [
                "-#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"hd\"",
                "-#EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=1920x1080,AUDIO=\"a\"", "-hd.m3u8?x",
            ]
        )
        #expect(try fixture.text("sd.m3u8") == Self.media("sd", [Self.reports[1]]))
        #expect(try fixture.text("de.m3u8") == Self.media("sd"))
        #expect(throws: (any Error).self) { try fixture.text("hd.m3u8") }
        #expect(report.unreferenced == ["hd.m3u8"])
        #expect(report.playlists.map(\.playlist) == ["main.m3u8", "sd.m3u8", "en.m3u8", "de.m3u8"])
        #expect(report.playlists.map(\.droppedVariants) == [1, 0, 0, 0])
        #expect(report.playlists.map(\.sessionKeys.removed) == [1, 0, 0, 0])
        #expect(report.warnings == [])
    }

    @Test func leavesFilesInPlaceAndChangesNothingAgain() throws {
        let fixture = try fixture()
        let request = try request(fixture, inPlace: true)
        #expect(try fixture.run(request).outcome == "replaced")
        let directory = fixture.tree.directory
        #expect(try directory.read("in/hd.m3u8") == Array(Self.media("hd").utf8))
        let names = ["main.m3u8", "sd.m3u8", "en.m3u8", "de.m3u8"]
        let first = try names.map { try directory.read("in/" + $0) }
        let again = try fixture.run(request)
        #expect(again.outcome == "unchanged")
        #expect(again.warnings == ["main.m3u8: --drop resolution>640x360: nothing matches"])
        #expect(try names.map { try directory.read("in/" + $0) } == first)
    }

    /// A playlist that is no longer referenced may be missing or unreadable.
    @Test(arguments: [nil, "#EXTM3U\n#EXT-X-KEY:METHOD=NEW\n#EXTINF:\n1.ts\n", "", "<html>"])
    func needsNothingOfWhatGoes(_ text: String?) throws {
        let fixture = try fixture(["hd.m3u8": text])
        try fixture.run(try request(fixture))
        #expect(!(try fixture.text()).contains("hd.m3u8"))
    }

    @Test func keepsAPlaylistThatHasAnotherName() throws {
        let text = Self.multivariant.replacing("sd.m3u8", with: "hd.m3u8")
        let fixture = try fixture(["main.m3u8": text])
        let report = try fixture.run(try request(fixture))
        #expect(report.unreferenced == [])
        #expect(try fixture.text("hd.m3u8") == Self.media("hd"))
        #expect(try fixture.text().contains("URI=\"hd\""))
    }

    @Test func saysNothingOfPlaylistsElsewhereThatGo() throws {
        let text = Self.multivariant.replacing("hd.m3u8?x", with: "https://far.example/hd.m3u8")
        let fixture = try fixture(["main.m3u8": text])
        let report = try fixture.run(try request(fixture))
        #expect(report.warnings == [])
        // The keys of a playlist that is not local are unknown.
        #expect(try fixture.text().contains("URI=\"hd\""))
    }

    /// Keys of removed playlists are not looked up: the store has no record of `hd`.
    @Test func needsNoKeysOfWhatGoes() throws {
        let fixture = try fixture()
        let record = try fixture.mint(uri: "sd")
        try fixture.addSignalling("later", of: record)
        var request = try request(fixture)
        request.contentID = record.identity.contentID
        request.keyURIs = try KeyURIRequest("https://new/{key_id}")
        try fixture.run(request, records: true)
        let uri = "https://new/\(record.keyID.uuidString.lowercased())"
        #expect(
            changedLines(Self.multivariant, try fixture.text()).filter { $0.contains("KEY") }.sorted() == [
                "+#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"\(uri)\"",
                "-#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"hd\"",
                "-#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"later\"",
                "-#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"sd\"",
            ]
        )
    }

    /// Without records only one key is allowed, counted among the remaining playlists.
    @Test func countsTheKeysOfWhatStays() throws {
        let text = Self.multivariant.replacing("URI=\"later\"", with: "URI=\"sd\",IV=0x02")
        let fixture = try fixture(["main.m3u8": text])
        var request = try request(fixture)
        request.keyURIs = try KeyURIRequest("https://new")
        try fixture.run(request)
        #expect(try fixture.text("sd.m3u8").contains("URI=\"https://new\",IV=0x01"))
    }

    @Test(arguments: [SessionKeyChange.start, .all])
    func derivesSessionKeysOfWhatStays(_ change: SessionKeyChange) throws {
        let fixture = try fixture()
        var request = try request(fixture)
        request.sessionKeys = change
        try fixture.run(request)
        let keys = try fixture.text().split(separator: "\n").filter { $0.contains("SESSION-KEY") }
        #expect(keys == ["#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"sd\""])
    }

    @Test func takesAttributesOutAndLeavesTheRest() throws {
        let fixture = try RewriteFixture([
            "main.m3u8":
                "#EXTM3U\r\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"e\",URI=\"s.m3u8\"\r\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1, SUBTITLES=\"s\" ,X=\"SUBTITLES\"\r\nv.m3u8",
            "v.m3u8": Self.media("sd"), "s.m3u8": Self.media("sd"),
        ])
        var request = fixture.request()
        request.selection = try SelectionFilter(drop: ["type=subtitles"])
        try fixture.run(request)
        #expect(
            try fixture.text() == "#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1, X=\"SUBTITLES\"\r\nv.m3u8"
        )
    }
}
