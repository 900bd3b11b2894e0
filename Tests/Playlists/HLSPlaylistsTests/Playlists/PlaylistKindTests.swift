import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct PlaylistKindTests {
    @Test(
        arguments: [
            ("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n", .media),
            ("#EXTM3U\n#EXTINF:1,\na", .media),
            ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", .multivariant),
            ("#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA:TYPE=AUDIO\n", .multivariant),
        ] as [(String, PlaylistKind)]
    )
    func detects(playlist: String, kind: PlaylistKind) throws {
        #expect(try PlaylistKind.detect(document(playlist)) == kind)
    }

    @Test(
        arguments: [
            ("neither", "#EXTM3U\n#EXT-X-VERSION:3\na\n", 1, .unknownKind),
            ("unknown tags only", "#EXTM3U\n#EXT-X-CUE-OUT\n", 1, .unknownKind),
            (
                "both", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n#EXTINF:1,\nb\n", 4,
                .wrongPlaylistKind(.segmentInformation, in: .multivariant)
            ),
            (
                "KEY in a multivariant playlist", "#EXTM3U\n#EXT-X-MEDIA:\n#EXT-X-KEY:METHOD=NONE", 3,
                .wrongPlaylistKind(.key, in: .multivariant)
            ),
            (
                "STREAM-INF in a media playlist", "#EXTM3U\n#EXTINF:1,\na\n#EXT-X-STREAM-INF:", 4,
                .wrongPlaylistKind(.streamInformation, in: .media)
            ),
        ] as [(String, String, Int, TagProblem)]
    )
    func refuses(name: String, playlist: String, line: Int, expected: TagProblem) {
        let error = problem { try PlaylistKind.detect(document(playlist)) }
        #expect(error?.problem == .tag(expected))
        #expect(error?.line == line)
    }
}
