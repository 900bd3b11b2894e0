import Failures
import Foundation
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import KeyStore
@testable import Presentations
@testable import Protection

/// The same input, records and options give the same bytes (design decision 5).
struct RepeatedRunTests {
    private static let playlists = [
        "main.m3u8": """
        #EXTM3U
        #EXT-X-SESSION-DATA:DATA-ID="a",URI="data/a.json"
        #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360
        sd/p.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=1920x1080
        hd/p.m3u8
        """,
        "sd/p.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXTINF:6,", "../shared.ts"]),
        "hd/p.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXTINF:6,", "../shared.ts"]),
    ]
    private static let media = ["sd/a.ts": 100, "hd/a.ts": 300_000, "shared.ts": 50, "data/a.json": 20]

    private let fixture: RunFixture

    init() throws { fixture = try RunFixture(Self.playlists, media: Self.media) }

    private func outcome(_ change: (inout ProtectionRequest) -> Void = { _ in }) throws -> String {
        var request = try fixture.request(ProtectionPolicy(granularity: .type))
        change(&request)
        return try fixture.run(request).outcome
    }

    @Test func theTreeHasAllFilesOnce() throws {
        #expect(try outcome() == "published")
        let output = try fixture.output()
        #expect(output.keys.sorted() == (Array(Self.playlists.keys) + Array(Self.media.keys)).sorted())
        #expect(output["sd/a.ts"]?.count == 112)
        #expect(output["hd/a.ts"]?.count == 300_016)
        #expect(output["shared.ts"]?.count == 64)
        #expect(output["data/a.json"] == (try fixture.directory.read("in/data/a.json")))
        #expect(try fixture.directory.names() == ["in", "out"])
    }

    @Test(arguments: [1, 2, 8])
    func theSameRunTwiceChangesNothing(jobs: Int) throws {
        #expect(try outcome() == "published")
        #expect(try outcome { $0.jobs = jobs } == "unchanged")
        #expect(try fixture.keys.store.allRecords().count == 2)
    }

    @Test func aRemovedTreeComesBackTheSame() throws {
        #expect(try outcome() == "published")
        let first = try fixture.output()
        try FileManager.default.removeItem(atPath: fixture.directory.path + "/out")
        #expect(try outcome() == "published")
        #expect(try fixture.output() == first)
    }

    @Test func anotherStoreGivesOtherBytes() throws {
        #expect(try outcome() == "published")
        let other = try RunFixture(Self.playlists, media: Self.media)
        try other.run(try other.request(ProtectionPolicy(granularity: .type)))
        #expect(try other.output()["shared.ts"] != fixture.output()["shared.ts"])
    }

    @Test func changedMediaAreRefusedUnlessMeant() throws {
        #expect(try outcome() == "published")
        let first = try fixture.output()
        try fixture.directory.write([UInt8](repeating: 1, count: 100), to: "in/sd/a.ts")
        let conflict = UseConflict(identity: try KeyIdentity("movie-42", "sd"), rendition: "sd/p")
        #expect(throws: RunFailure.mediaChanged([conflict])) {
            try outcome { $0.overwrites = true }
        }
        #expect(try fixture.output() == first)
        #expect(throws: RunFailure.mediaChanged([conflict])) {
            try outcome {
                $0.overwrites = true
                $0.reuse = .renditions(["hd/p"])
            }
        }
        let replaced = try outcome {
            $0.overwrites = true
            $0.reuse = .renditions(["sd/p"])
        }
        #expect(replaced == "replaced")
        #expect(try fixture.output()["sd/a.ts"] != first["sd/a.ts"])
        #expect(try fixture.output()["hd/a.ts"] == first["hd/a.ts"])
    }

    /// A file of session data in the multivariant playlist cannot also be media or a playlist.
    @Test(arguments: ["a.ts", "p.m3u8"])
    func mediaThatAreCompanionsAreRefused(name: String) throws {
        let fixture = try RunFixture(
            [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-SESSION-DATA:DATA-ID="a",URI="\(name)"
                #EXT-X-STREAM-INF:BANDWIDTH=1
                p.m3u8
                """,
                "p.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"]),
            ],
            media: ["a.ts": 100]
        )
        let uses = name == "a.ts" ? ("session data", "media") : ("a playlist", "session data")
        let refusal = RunFailure.namedTwice(TreePath(name), as: uses.0, and: uses.1)
        #expect(throws: refusal) { try fixture.run(try fixture.request()) }
        #expect(try fixture.keys.store.allRecords().isEmpty)
    }

    /// A segment that is also a playlist of the tree would have to be two files of the result.
    @Test func aPlaylistThatIsASegmentIsRefused() throws {
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXTINF:6,", "main.m3u8"])],
            media: ["a.ts": 100]
        )
        let refusal = RunFailure.namedTwice(TreePath("main.m3u8"), as: "a playlist", and: "media")
        #expect(throws: refusal) { try fixture.run(try fixture.request()) }
    }

    /// The key store identifies renditions by the path of the playlist without its extension.
    @Test func renditionsOfOneNameAreRefused() throws {
        let media = TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"])
        let fixture = try RunFixture(
            [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=1
                p.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=2
                p.m3u
                """,
                "p.m3u8": media, "p.m3u": media,
            ],
            media: ["a.ts": 100]
        )
        let refusal = RunFailure.sameRenditionName(TreePath("p.m3u"), TreePath("p.m3u8"))
        #expect(throws: refusal) { try fixture.run(try fixture.request()) }
        #expect(
            refusal.description
                == "p.m3u: the name of the rendition is also that of p.m3u8 (p, the path without its extension). "
                + "Rename one of the two playlists."
        )
    }

    @Test func aLinkOutOfTheRootIsRefused() throws {
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"])],
            media: ["a.ts": 100]
        )
        try fixture.directory.write([1, 2, 3], to: "elsewhere")
        let link = fixture.directory.path + "/in/a.ts"
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../elsewhere")
        let root = try #require(Directory.realPath(of: fixture.directory.path + "/in"))
        let refusal = RunFailure.linkLeavesRoot(TreePath("a.ts"), root: root)
        #expect(throws: refusal) { try fixture.run(try fixture.request()) }
    }
}
