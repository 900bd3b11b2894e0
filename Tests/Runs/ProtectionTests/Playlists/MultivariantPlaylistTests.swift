import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Protected multivariant playlists: only session keys are added.
struct MultivariantPlaylistTests {
    private static let source = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-INDEPENDENT-SEGMENTS
        # a comment

        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,AUDIO="a"
        sd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2,RESOLUTION=1920x1080,AUDIO="a"
        hd.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,URI="i.m3u8"

        """

    private static func tree(_ source: String) throws -> TreeFixture {
        func playlist(_ name: String) -> String {
            TreeFixture.mediaPlaylist(["#EXTINF:6,", "\(name).ts", "#EXTINF:6,", "\(name)2.ts"])
        }
        let names = ["sd", "hd", "en"]
        return try TreeFixture(
            [
                "main.m3u8": source, "sd.m3u8": playlist("sd"), "hd.m3u8": playlist("hd"),
                "en.m3u8": playlist("en"),
                "i.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-I-FRAMES-ONLY", "#EXTINF:6,", "#EXT-X-BYTERANGE:5@0", "sd.ts",
                ]),
            ],
            media: Dictionary(uniqueKeysWithValues: names.flatMap { [("\($0).ts", 20), ("\($0)2.ts", 20)] })
        )
    }

    private static func protect(
        _ source: String,
        _ policy: ProtectionPolicy,
        _ selection: SessionKeySelection
    ) throws -> String {
        let planned = try PlannedTree(tree(source), policy)
        let protector = MultivariantPlaylistProtector(
            multivariant: try #require(planned.presentation.multivariant),
            layout: planned.layout,
            lines: planned.lines
        )
        return String(decoding: try protector.protect(selection), as: UTF8.self)
    }

    /// Returns the source with session keys after its third line, where the head ends.
    private static func withKeys(_ uris: [String]) -> String {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let keys = uris.map { "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"\($0)\"" }
        return (lines[..<3] + keys + lines[3...]).joined(separator: "\n")
    }

    @Test(
        arguments: [
            ("none", ProtectionPolicy(.segment), .none, []),
            ("one key for all", ProtectionPolicy(.segment), .start, ["skd://all/0"]),
            ("one key for all, all keys", ProtectionPolicy(.constant), .all, ["skd://all/0"]),
            (
                "a key for each class, in the order of the renditions",
                ProtectionPolicy(.segment, granularity: .type), .start,
                ["skd://sd/0", "skd://hd/0", "skd://audio/0"]
            ),
            (
                "a key for each rendition; I-frames have the segment's",
                ProtectionPolicy(.sequence, granularity: .rendition), .start,
                ["skd://sd/0", "skd://hd/0", "skd://en/0"]
            ),
            (
                "rotation, the first keys", ProtectionPolicy(.segment, rotation: .seconds(6)), .start,
                ["skd://all/0"]
            ),
            (
                "rotation, all keys",
                ProtectionPolicy(.segment, granularity: .type, rotation: .seconds(6)), .all,
                ["skd://audio/0", "skd://audio/1", "skd://hd/0", "skd://hd/1", "skd://sd/0", "skd://sd/1"]
            ),
            (
                "rotation behind a clear start: the first key that is used",
                ProtectionPolicy(.segment, clearLead: .seconds(6), rotation: .seconds(6)), .start,
                ["skd://all/1"]
            ),
        ] as [(String, ProtectionPolicy, SessionKeySelection, [String])]
    )
    func announcesKeys(
        name: String,
        policy: ProtectionPolicy,
        selection: SessionKeySelection,
        uris: [String]
    ) throws {
        #expect(try Self.protect(Self.source, policy, selection) == Self.withKeys(uris), "\(name)")
    }

    @Test func keepsCRLF() throws {
        let source = "#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\nsd.m3u8"
        let found = try Self.protect(source, ProtectionPolicy(.segment), .start)
        let key = #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="skd://all/0""#
        #expect(found == "#EXTM3U\r\n" + key + "\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\nsd.m3u8")
    }
}
