import Ciphers
import Failures
import Foundation
import Glibc
import KeyURITemplates
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import KeyStore
@testable import Presentations
@testable import Protection

/// Unless asked for, one key and one IV never cover two different media resources (design decision 4).
struct KeyReuseTests {
    private static func conflict(_ rendition: String) throws -> RunFailure {
        let identity = try KeyIdentity(contentID: ContentID("movie-42"), track: "all")
        return .mediaChanged([UseConflict(identity: identity, rendition: rendition)])
    }

    /// After renaming, media would take the locations, and so the IVs, of other media.
    @Test func renumberedFilesAreRefused() throws {
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "s0.ts", "#EXTINF:6,", "s1.ts"])],
            media: ["s0.ts": 100, "s1.ts": 200]
        )
        try fixture.run(try fixture.request())
        let (first, second) = (
            try fixture.directory.read("in/s0.ts"), try fixture.directory.read("in/s1.ts")
        )
        try fixture.directory.write(first, to: "in/s1.ts")
        try fixture.directory.write(second, to: "in/s2.ts")
        let playlist = TreeFixture.mediaPlaylist(["#EXTINF:6,", "s1.ts", "#EXTINF:6,", "s2.ts"])
        try fixture.directory.write(Array(playlist.utf8), to: "in/main.m3u8")
        #expect(throws: try Self.conflict("main")) {
            try fixture.run(try fixture.request(output: "other"))
        }
        #expect(try fixture.directory.names() == ["in", "out"])
    }

    /// With `--iv-mode sequence` the media sequence number is the IV.
    @Test func anotherFirstSequenceNumberIsRefused() throws {
        let segments = ["#EXTINF:6,", "a.ts", "#EXTINF:6,", "b.ts"]
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(segments)],
            media: ["a.ts": 100, "b.ts": 200]
        )
        try fixture.run(try fixture.request(ProtectionPolicy(.sequence)))
        let playlist = TreeFixture.mediaPlaylist(["#EXT-X-MEDIA-SEQUENCE:1"] + segments)
        try fixture.directory.write(Array(playlist.utf8), to: "in/main.m3u8")
        #expect(throws: try Self.conflict("main")) {
            try fixture.run(try fixture.request(ProtectionPolicy(.sequence), output: "other"))
        }
    }

    @Test func theSectionOfAnIFramePlaylistIsGuarded() throws {
        let fixture = try RunFixture(
            [
                "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nx.m3u8\n"
                    + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"\n",
                "x.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"]),
                "i.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-I-FRAMES-ONLY", #"#EXT-X-MAP:URI="own.mp4""#, "#EXTINF:6,",
                    "#EXT-X-BYTERANGE:30@0", "a.ts",
                ]),
            ],
            media: ["a.ts": 200, "own.mp4": 40]
        )
        let policy = ProtectionPolicy(encryptsInit: true)
        try fixture.run(try fixture.request(policy))
        try fixture.directory.write([UInt8](repeating: 9, count: 40), to: "in/own.mp4")
        #expect(throws: try Self.conflict("i")) {
            try fixture.run(try fixture.request(policy, output: "other"))
        }
    }

    @Test func oneGivenKeyHasOtherIVsInAnotherTitle() throws {
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"])],
            media: ["a.ts": 100]
        )
        var ivs: Set<String?> = []
        for title in ["movie-1", "movie-2"] {
            var request = try fixture.request()
            request.keys = KeyRequest(
                contentID: try ContentID(title),
                template: request.keys.template,
                variables: .init(contentID: title),
                providedKey: .init(key: try ContentKey(copying: Array(0...15)))
            )
            try fixture.run(request)
            ivs.formUnion(try fixture.ivs("main.m3u8").map(\.iv))
            try FileManager.default.removeItem(atPath: fixture.directory.path + "/out")
        }
        #expect(ivs.count == 2)
    }

    /// Half of a file that another program is still writing is not a segment.
    @Test func aFileThatGrowsIsRefused() throws {
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"])],
            media: ["a.ts": 1000]
        )
        let path = fixture.tree.root + "/a.ts"
        var progress = HookedProgress()
        progress.onBegin = {
            let descriptor = unsafe open(path, O_WRONLY | O_APPEND)
            _ = unsafe write(descriptor, "more", 4)
            close(descriptor)
        }
        #expect(throws: RunFailure.mediaFileChanged(file: TreePath("a.ts"))) {
            try fixture.run(try fixture.request(), progress: progress)
        }
        #expect(try fixture.directory.names() == ["in"])
    }

    /// A folder without a playlist is not a result of fairlead, but someone's data.
    @Test func aFolderWithoutAPlaylistIsNotReplaced() throws {
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"])],
            media: ["a.ts": 100]
        )
        try fixture.directory.write([1], to: "out/deep/photo.jpg")
        var request = try fixture.request()
        request.overwrites = true
        let refusal = RunFailure.outputNotCreated(
            path: fixture.directory.path + "/out",
            reason: "it has no playlist at its top, so it is not a result that can be replaced"
        )
        #expect(throws: refusal) { try fixture.run(request) }
        #expect(try fixture.output() == ["deep/photo.jpg": [1]])
    }
}
