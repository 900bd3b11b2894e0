import Failures
import Foundation
import HLSPlaylists
import KeyStore
import KeySystems
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Rewriting

/// Key lines of Widevine and PlayReady added beside other systems, with data URIs built from the key record.
struct DocumentURITests {
    private static let fairPlay =
        #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#
    private static let map = #"#EXT-X-MAP:URI="init.mp4""#
    private static let segment = ["#EXTINF:6,", "1.m4s"]

    private func fixture(_ media: [String], session: [String] = []) throws -> RewriteFixture {
        let lines = ["#EXTM3U", "#EXT-X-VERSION:6"] + session
        return try RewriteFixture([
            "main.m3u8": (lines + ["#EXT-X-STREAM-INF:BANDWIDTH=1", "v.m3u8", ""]).joined(separator: "\n"),
            "v.m3u8": TreeFixture.mediaPlaylist(media),
        ])
    }

    private func add(_ systems: [KeySystem], to fixture: RewriteFixture) throws -> RewriteReport {
        var request = fixture.request()
        request.contentID = try ContentID("movie-42")
        request.keyURIs = try KeyURIRequest("skd://new", systems)
        return try fixture.run(request, records: true)
    }

    private func keys(_ fixture: RewriteFixture) throws -> [EncryptionKey] {
        try MediaPlaylist(PlaylistDocument(parsing: Array(try fixture.text("v.m3u8").utf8))).keys.map(\.value)
    }

    @Test(
        arguments: [
            ("SAMPLE-AES", .cbcs), ("SAMPLE-AES-CTR", .cenc),
        ] as [(String, ProtectionScheme)]
    )
    func addsLinesOfTheRecord(method: String, scheme: ProtectionScheme) throws {
        let line = "#EXT-X-KEY:METHOD=\(method),URI=\"https://k\""
        let ivAttribute = method == "SAMPLE-AES" ? ",IV=0x000102030405060708090a0b0c0d0e0f" : ""
        let fixture = try fixture([Self.map, line + ivAttribute] + Self.segment)
        let record = try fixture.mint(iv: [UInt8](0...15), uri: "https://k")
        let report = try add([.widevine, .playReady], to: fixture)
        let keys = try keys(fixture)
        #expect(keys.map(\.system) == [.identity, .widevine, .playReady])
        #expect(keys[0].uri == "https://k")
        for (key, system) in zip(keys[1...], [ProtectionSystem.widevine, .playReady]) {
            let signalling = try KeySystemSignalling(
                of: system,
                keyID: record.keyID,
                scheme: scheme,
                key: record.key
            )
            #expect(key.uri == signalling.keyURI)
            #expect(key.method.name == method)
            #expect(key.iv == nil)
            #expect(key.keyFormatVersions == "1")
            #expect(key.keyID == (system == .widevine ? record.keyID.bytes : nil))
        }
        #expect(report.keys.map(\.system) == ["playready", "widevine"])
        let rows = try fixture.store.signalling(of: record.keyID).filter { $0.tree == fixture.output }
        #expect(Set(rows.map(\.system)) == ["playready", "widevine"])
        #expect(Set(rows.map(\.keyURI)) == Set(keys[1...].compactMap(\.uri)))
        #expect(rows.allSatisfy { $0.assetIDs.isEmpty })
    }

    @Test func addsSessionKeysToo() throws {
        let session = Self.fairPlay.replacing("EXT-X-KEY", with: "EXT-X-SESSION-KEY")
        let fixture = try fixture([Self.map, Self.fairPlay] + Self.segment, session: [session])
        try fixture.mint(uri: "skd://a")
        _ = try add([.widevine], to: fixture)
        let media = try #require(try keys(fixture).last)
        let text = try fixture.text()
        #expect(text.contains(try media.tagLine(.sessionKey) + "\n"))
        #expect(text.contains(session + "\n"))
    }

    /// FairPlay gets the given URI template, Widevine the data URI.
    @Test func theTemplateIsForThoseThatTakeIt() throws {
        let fixture = try fixture([Self.map, Self.fairPlay] + Self.segment)
        let record = try fixture.mint(uri: "skd://a")
        _ = try add([.fairPlay, .widevine], to: fixture)
        let keys = try keys(fixture)
        #expect(keys[0].uri == "skd://new")
        #expect(KeyURIDocument.keyIDs(inKeyURI: keys[1].uri ?? "") == [record.keyID])
    }

    /// A given data URI, such as one that names a provider, is written unchanged.
    @Test func takesADocumentOfTheCommandLine() throws {
        let fixture = try fixture([Self.map, Self.fairPlay] + Self.segment)
        try fixture.mint(uri: "skd://a")
        var request = fixture.request()
        request.keyURIs = try KeyURIRequest("data:text/plain;base64,AAAA", [.widevine])
        request.contentID = try ContentID("movie-42")
        _ = try fixture.run(request, records: true)
        #expect(try keys(fixture).map(\.uri) == ["skd://a", "data:text/plain;base64,AAAA"])
    }

    @Test func aSecondRunChangesNothing() throws {
        let fixture = try fixture([Self.map, Self.fairPlay] + Self.segment)
        try fixture.mint(uri: "skd://a")
        _ = try add([.widevine, .playReady], to: fixture)
        let text = try fixture.text("v.m3u8")
        let again = try RewriteFixture(["main.m3u8": text])
        var request = again.request()
        request.keyURIs = try KeyURIRequest("skd://new", [.widevine, .playReady])
        _ = try RewriteRun(request, store: fixture.store).execute()
        #expect(try again.text() == text)
    }

    /// The key id in the data URI finds the record, even without stored signalling and content id.
    @Test func findsTheRecordByTheDocument() throws {
        let minted = try fixture([])
        let record = try minted.mint()
        let signalling = try KeySystemSignalling(of: .playReady, keyID: record.keyID, scheme: .cbcs)
        let line =
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"\(signalling.keyURI ?? "")\",KEYFORMAT=\"com.microsoft.playready\""
        let other = try RewriteFixture([
            "main.m3u8": TreeFixture.mediaPlaylist([Self.map, line] + Self.segment)
        ])
        var request = other.request()
        request.keyURIs = try KeyURIRequest("skd://{track}", [.fairPlay])
        _ = try RewriteRun(request, store: minted.store).execute()
        #expect(try other.text().contains("URI=\"skd://all\",KEYFORMAT=\"com.apple.streamingkeydelivery\""))
    }

    @Test(arguments: [KeySystem.widevine, .playReady])
    func refusesPlaylistsWithoutSections(system: KeySystem) throws {
        let fixture = try fixture([Self.fairPlay] + Self.segment)
        try fixture.mint(uri: "skd://a")
        let location = LineLocation(playlist: TreePath("v.m3u8"), line: 3)
        #expect(throws: RunFailure.missingMap(location, system)) {
            try add([system], to: fixture)
        }
        #expect(RunFailure.missingMap(location, system).failureClass == .malformed)
    }

    @Test(arguments: [KeySystem.widevine, .playReady])
    func refusesWholeSegments(system: KeySystem) throws {
        let line = #"#EXT-X-KEY:METHOD=AES-128,URI="https://k",IV=0x000102030405060708090a0b0c0d0e0f"#
        let fixture = try fixture([Self.map, line] + Self.segment)
        try fixture.mint(uri: "https://k")
        let location = LineLocation(playlist: TreePath("v.m3u8"), line: 4)
        #expect(throws: RunFailure.methodNotForKeySystem(location, system, method: "AES-128")) {
            try add([system], to: fixture)
        }
    }
}
