import Failures
import Foundation
import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Presentations

struct PresentationReaderTests {
    private static let media = TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXT-X-ENDLIST"])

    @Test func readsAMediaPlaylist() throws {
        let tree = try TreeFixture(["main.m3u8": Self.media])
        let presentation = try tree.presentation()
        #expect(presentation.root == tree.root)
        #expect(presentation.entry == TreePath("main.m3u8"))
        #expect(presentation.multivariant == nil)
        #expect(presentation.renditions.map(\.name) == ["main"])
        #expect(presentation.renditions.map(\.role) == [.unknown])
        #expect(presentation.companions.isEmpty)
    }

    /// Renditions have the order variants, EXT-X-MEDIA, I-frame variants; each playlist appears once.
    @Test func readsSharedPlaylistsOnce() throws {
        let tree = try TreeFixture([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="audio/en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="en",URI="./audio/en.m3u8?copy"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,AUDIO="a"
            v/sd.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=640x360,AUDIO="b"
            v/../v/sd.m3u8
            """,
            "audio/en.m3u8": Self.media,
            "v/sd.m3u8": Self.media,
            "i.m3u8": TreeFixture.mediaPlaylist(["#EXT-X-I-FRAMES-ONLY"]),
        ])
        let presentation = try tree.presentation()
        #expect(presentation.renditions.map(\.name) == ["v/sd", "audio/en", "i"])
        #expect(
            presentation.playlists.map(\.path.description)
                == ["main.m3u8", "v/sd.m3u8", "audio/en.m3u8", "i.m3u8"]
        )
    }

    @Test func importsVariables() throws {
        let tree = try TreeFixture([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-DEFINE:NAME="dir",VALUE="v"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            {$dir}/sd.m3u8
            """,
            "v/sd.m3u8": TreeFixture.mediaPlaylist([
                #"#EXT-X-DEFINE:IMPORT="dir""#, "#EXTINF:6,", "{$dir}.ts",
            ]),
        ])
        let presentation = try tree.presentation()
        #expect(presentation.renditions.map(\.name) == ["v/sd"])
        #expect(presentation.renditions.first?.playlist.segments.map(\.uri) == ["v.ts"])
    }

    @Test func namesCompanionsOnce() throws {
        let tree = try TreeFixture([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-SESSION-DATA:DATA-ID="a",URI="data/a.json"
            #EXT-X-SESSION-DATA:DATA-ID="b",VALUE="text"
            #EXT-X-SESSION-DATA:DATA-ID="c",URI="./data/a.json"
            #EXT-X-SESSION-DATA:DATA-ID="d",URI="d.json"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            sd.m3u8
            """,
            "sd.m3u8": Self.media,
        ])
        #expect(try tree.presentation().companions.map(\.description) == ["data/a.json", "d.json"])
    }

    // MARK: Roots

    @Test func aRootAboveThePlaylistAllowsParents() throws {
        let tree = try TreeFixture([
            "p/main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n../v/sd.m3u8\n",
            "v/sd.m3u8": Self.media,
        ])
        let presentation = try tree.presentation("p/main.m3u8", root: tree.root)
        #expect(presentation.entry == TreePath("p/main.m3u8"))
        #expect(presentation.renditions.map(\.name) == ["v/sd"])
        let failure = RunFailure.uri(
            "../v/sd.m3u8",
            playlist: TreePath("main.m3u8"),
            line: 2,
            .leavesTree
        )
        #expect(throws: failure) { try tree.presentation("p/main.m3u8") }
    }

    @Test func symbolicLinksAreResolvedFirst() throws {
        let tree = try TreeFixture(["p/main.m3u8": Self.media])
        let link = tree.directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: tree.root + "/p")
        let presentation = try PresentationReader(path: link + "/main.m3u8", root: nil).read()
        #expect(presentation.root == tree.root + "/p")
        let rooted = try PresentationReader(path: link + "/main.m3u8", root: tree.root + "/./p/..").read()
        #expect(rooted.entry == TreePath("p/main.m3u8"))
    }

    /// "inside" starts with "in" and is not below it.
    @Test(arguments: ["p", "../outside", "../in/p/../../outside"])
    func refusesAPlaylistOutsideTheRoot(root: String) throws {
        let tree = try TreeFixture(["main.m3u8": Self.media, "p/x": "", "../outside/x": ""])
        let playlist = tree.root + "/main.m3u8"
        let folder = tree.root + "/" + root
        #expect(throws: RunFailure.playlistOutsideRoot(playlist: playlist, root: folder)) {
            try PresentationReader(path: playlist, root: folder)
        }
    }

    @Test func refusesARootThatOnlySharesLetters() throws {
        let tree = try TreeFixture(["main.m3u8": Self.media, "../inside/main.m3u8": Self.media])
        let playlist = tree.directory.path + "/inside/main.m3u8"
        #expect(throws: RunFailure.playlistOutsideRoot(playlist: playlist, root: tree.root)) {
            try PresentationReader(path: playlist, root: tree.root)
        }
    }

    // MARK: Refusals

    @Test func refusesWhatIsMissing() throws {
        let tree = try TreeFixture([
            "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nsd.m3u8\n"
        ])
        let missing = tree.root + "/none.m3u8"
        #expect(throws: RunFailure.input(SystemCallError("open", path: missing, code: 2))) {
            try tree.presentation("none.m3u8")
        }
        let variant = tree.root + "/sd.m3u8"
        #expect(throws: RunFailure.input(SystemCallError("open", path: variant, code: 2))) {
            try tree.presentation()
        }
    }

    @Test(
        arguments: [
            ("no playlist", "<html>", 1),
            ("a truncated playlist", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n", 3),
            ("no target duration", "#EXTM3U\n#EXTINF:6,\na.ts\n", 3),
        ]
    )
    func refusesMalformedPlaylists(name: String, text: String, line: Int) throws {
        let tree = try TreeFixture([
            "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/sd.m3u8\n", "v/sd.m3u8": text,
        ])
        let error = #expect(throws: RunFailure.self, "\(name)") { try tree.presentation() }
        let location = try #require(error?.location)
        #expect("\(location):".hasPrefix("v/sd.m3u8:\(line):"))
    }
}
