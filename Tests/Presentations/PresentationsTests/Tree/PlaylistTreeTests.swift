import Failures
import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Presentations

/// Faulty trees that are read as far as possible, and the first error of the strict reader.
struct PlaylistTreeTests {
    private static let media = TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXT-X-ENDLIST"])
    private static let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1"

    private func tree(_ files: [String: String]) throws -> PlaylistTree {
        let fixture = try TreeFixture(files)
        return try PlaylistTreeReader(path: fixture.root + "/main.m3u8", root: nil).read()
    }

    @Test func keepsWhatIsMissingInTheOrderOfTheLines() throws {
        let tree = try tree([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="../i.m3u8"
            \(Self.variant)
            none.m3u8
            \(Self.variant)
            v.m3u8
            \(Self.variant)
            none.m3u8
            \(Self.variant)
            https://host/v.m3u8
            """,
            "v.m3u8": Self.media,
        ])
        #expect(tree.missing.map(\.line) == [2, 3, 7, 9])
        #expect(tree.missing.map(\.uri) == ["../i.m3u8", "none.m3u8", "none.m3u8", "https://host/v.m3u8"])
        #expect(tree.media.map(\.references) == [[5]])
    }

    /// The file with the first error of the strict reader: URIs by kind of tag, then files in order.
    static let orders: [(String, String)] = [
        ("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"../i.m3u8\"\n\(variant)\n/v.m3u8\n", "/v.m3u8"),
        ("\(variant)\nnone.m3u8\n\(variant)\n../x.m3u8\n", "../x.m3u8"),
        ("\(variant)\nbad.m3u8\n\(variant)\nnone.m3u8\n", "bad.m3u8"),
        ("\(variant)\nnone.m3u8\n\(variant)\nbad.m3u8\n", "none.m3u8"),
        ("\(variant)\nv.m3u8\n\(variant)\nhtml.m3u8\n\(variant)\nbad.m3u8\n", "html.m3u8"),
        ("#EXT-X-SESSION-KEY:METHOD=AES-128\n\(variant)\n../x.m3u8\n", "main.m3u8"),
        ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n\(variant)\n../x.m3u8\n", "main.m3u8"),
    ]

    @Test(arguments: orders)
    func aStrictReaderStopsAtTheFirst(text: String, culprit: String) throws {
        let fixture = try TreeFixture([
            "main.m3u8": "#EXTM3U\n" + text, "v.m3u8": Self.media, "html.m3u8": "<html>",
            "bad.m3u8": TreeFixture.mediaPlaylist(["a.ts"]),
        ])
        let error = #expect(throws: RunFailure.self) { try fixture.presentation() }
        #expect(error?.description.contains(culprit) == true, "\(error?.description ?? "")")
    }

    @Test func thePartThatCanBeRead() throws {
        let tree = try tree([
            "main.m3u8": "#EXTM3U\n\(Self.variant)\nbad.m3u8\n\(Self.variant)\nv.m3u8\n",
            "v.m3u8": Self.media, "bad.m3u8": TreeFixture.mediaPlaylist(["a.ts"]),
        ])
        let (presentation, faults) = try Presentation.part(of: tree)
        #expect(presentation.renditions.map(\.name) == ["v"])
        #expect(faults.map(\.playlist.description) == ["bad.m3u8"])
        #expect(throws: RunFailure.self) { try Presentation(tree) }
    }

    /// The first EXTINF or EXT-X-STREAM-INF decides, otherwise the first tag of either kind.
    @Test(
        arguments: [
            ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n\(variant)\nv.m3u8\n", true),
            ("#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n\(variant)\nv.m3u8\n", false),
            ("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-TARGETDURATION:6\n", true),
        ]
    )
    func aMixtureIsReadAsWhatItMostLikelyIs(text: String, isMultivariant: Bool) throws {
        let tree = try tree(["main.m3u8": "#EXTM3U\n" + text, "v.m3u8": Self.media])
        #expect((tree.multivariant != nil) == isMultivariant)
        #expect(tree.mixedKindError != nil)
        #expect(throws: RunFailure.self) { try Presentation(tree) }
    }

    /// QUERYPARAM variables come from the query of the URI that references the playlist.
    @Test func aQueryGivesVariables() throws {
        let text = TreeFixture.mediaPlaylist([
            #"#EXT-X-DEFINE:QUERYPARAM="name""#, "#EXTINF:6,", "{$name}.ts",
        ])
        let files = ["main.m3u8": "#EXTM3U\n\(Self.variant)\nv.m3u8?name=a%20b\n", "v.m3u8": text]
        #expect(try tree(files).media.first?.reading.playlist.segments.map(\.uri) == ["a b.ts"])
        let presentation = try TreeFixture(files).presentation()
        #expect(presentation.renditions.first?.playlist.segments.map(\.uri) == ["a b.ts"])
    }
}
