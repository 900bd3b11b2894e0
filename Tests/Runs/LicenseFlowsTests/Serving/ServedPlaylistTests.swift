import Foundation
import KeyRecordFormats
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The playlists that `serve` delivers, and the URLs in them.
struct ServedPlaylistTests {
    @Test func `Key lines lead here only where keys are given`() throws {
        let original = try Data(
            contentsOf: URL(fileURLWithPath: FlowFixture.identity.get().output + "/index.m3u8")
        )
        let without = try Served(FlowFixture.identity, .ksm)
        #expect(try without.ask("/media/index.m3u8").body == Array(original))
        #expect(try without.ask("/keys/0").status == 404)
        let with = try Served(FlowFixture.identity, [.ksm, .keyDelivery])
        for name in ["index.m3u8", "index%2Em3u8", "index.m3u%38"] {
            let body = String(decoding: try with.ask("/media/" + name).body, as: UTF8.self)
            #expect(body.contains("URI=\"\(with.servers.url)/keys/0\""), "\(name)")
        }
        #expect(try with.ask("/keys/0").status == 200)
    }

    @Test func `A playlist that cannot be changed is refused where keys are given`() throws {
        let folder = try TemporaryDirectory()
        let line = Array("#EXT-X-KEY:METHOD=AES-128,URI=\"https://keys.example.com/1\"\n".utf8)
        let long = Array("#EXTM3U\n".utf8) + line + [UInt8](repeating: 0x0A, count: 16 << 20)
        try folder.write(long, to: "long.m3u8")
        try folder.write(Array("#EXTM3U\n".utf8) + line + [0xFF], to: "broken.m3u8")
        let served = try Served(FlowFixture.identity, [.keyDelivery], folder: folder.path)
        for (name, message) in [("long.m3u8", "16777216"), ("broken.m3u8", "the playlist cannot be parsed")] {
            let answer = try served.ask("/media/" + name)
            #expect(answer.status == 500)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(text.contains(message) && !text.contains("keys.example.com"), "\(text.prefix(300))")
        }
        #expect(served.log.map(\.file) == ["long.m3u8", "broken.m3u8"])
        let ksmServers = try Served(FlowFixture.identity, [.ksm], folder: folder.path)
        #expect(try ksmServers.ask("/media/broken.m3u8").status == 200)
    }

    @Test(arguments: ["my film.m3u8", "a%20b.m3u8", "a#b.m3u8", "a?b.m3u8", "ü\"<.m3u8"])
    func `The address of the presentation is one`(name: String) throws {
        let folder = try TemporaryDirectory()
        try folder.write(Array("#EXTM3U\n".utf8), to: name)
        let served = try Served(FlowFixture.identity, [.ksm], folder: folder.path) { $0.playlist = name }
        let path = try #require(served.servers.endpoints.first).path
        #expect(try served.ask(path).body == Array("#EXTM3U\n".utf8))
        #expect(path.utf8.allSatisfy { $0 < 0x80 && $0 != 0x20 && $0 != 0x23 && $0 != 0x3F })
    }

    @Test func `A folder has the files that are served, and no links`() throws {
        let folder = try TemporaryDirectory()
        try folder.write([], to: "a%20b.m3u8")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.m3u8",
            withDestinationPath: "a%20b.m3u8"
        )
        let tree = try #require(ServedFolder(path: folder.path))
        #expect(tree.has("a%20b.m3u8"))
        for name in ["a b.m3u8", "link.m3u8", "none.m3u8", ".", ""] { #expect(!tree.has(name), "\(name)") }
    }

    @Test func `Keys of titles that are not named are not served`() throws {
        let keys = try Self.twoTitles()
        let served = try Served(FlowFixture.fairPlay, [.ksm, .keyDelivery]) {
            $0.keys = keys.filtered(byTitles: ["first"])
        }
        #expect(keys.keys.count == 2)
        let (client, url) = (try served.client(), served.servers.url + "/license")
        _ = try served.license(client, "of-first", at: url).get()
        #expect(throws: Refusal(status: 404, number: -42584)) {
            _ = try served.license(client, "of-second", at: url).get()
        }
        #expect(try served.ask("/keys/0").status == 200)
        #expect(try served.ask("/keys/1").status == 404)
        #expect(served.givenKeys == ["first"])
    }

    /// Returns an exported file with one key for each of two titles.
    private static func twoTitles() throws -> ExportedKeys {
        var text = "content_id,asset_id,key_id,key,iv\n"
        for (title, digit) in [("first", "1"), ("second", "2")] {
            let (key, iv) = (String(repeating: digit, count: 32), String(repeating: "3", count: 32))
            text += "\(title),of-\(title),\(UUID().uuidString),\(key),\(iv)\n"
        }
        var bytes = Array(text.utf8)
        return try ExportedKeys(reading: ImportInput(taking: &bytes, name: "two.csv"), as: "csv")
    }
}
