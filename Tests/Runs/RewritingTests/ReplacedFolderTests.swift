import Failures
import Foundation
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// The files that `rewrite` to a directory replaces with `--overwrite`: playlists, never media.
struct ReplacedFolderTests {
    private func fixture(_ there: [String: String]) throws -> (RewriteFixture, RewriteRequest) {
        let fixture = try RewriteFixture([
            "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/i.m3u8\n",
            "v/i.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "1.ts"]),
        ])
        for (name, text) in there {
            let path = fixture.output + "/" + name
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        var request = fixture.request()
        request.destination = .directory(fixture.output, overwrites: true)
        return (fixture, request)
    }

    @Test(arguments: [
        ["main.m3u8": "#EXTM3U\n"],
        ["main.m3u8": "\u{FEFF}#EXTM3U\r\n", "old/a.m3u": "#EXTM3U", "old/b/c": "#EXTM3U\n"],
    ])
    func replacesPlaylists(there: [String: String]) throws {
        let (fixture, request) = try fixture(there)
        #expect(try fixture.run(request).outcome == "replaced")
        let names = try FileManager.default.subpathsOfDirectory(atPath: fixture.output)
        #expect(names.sorted() == ["main.m3u8", "v", "v/i.m3u8"])
    }

    @Test(arguments: [
        (["main.m3u8": "#EXTM3U\n", "v/i.m3u8": "#EXTM3U\n", "v/1.ts": "G"], "v/1.ts"),
        (["main.m3u8": "#EXTM3U\n", "z.m3u8": "#EXTM3"], "z.m3u8"),
        (["main.m3u8": "#EXTM3U\n", "empty": ""], "empty"),
    ])
    func keepsAFolderWithOtherFiles(there: [String: String], otherFile: String) throws {
        let (fixture, request) = try fixture(there)
        let failure = RunFailure.outputNotCreated(
            path: fixture.output,
            reason:
                "it contains more than playlists (\(otherFile)), so it is not a result that can be replaced"
        )
        #expect(throws: failure) { try fixture.run(request) }
        for (name, text) in there {
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: fixture.output + "/" + name)) == Data(text.utf8)
            )
        }
    }
}
