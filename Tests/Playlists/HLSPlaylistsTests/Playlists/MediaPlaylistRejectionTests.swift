import HLSPlaylists
import PlaylistFixtures
import Testing

/// Rejected lines; they follow `#EXTM3U` and `#EXT-X-TARGETDURATION`, so the first is line 3.
@Suite struct MediaPlaylistRejectionTests {
    @Test(
        arguments: [
            ("truncated after EXTINF", "#EXTINF:1,", 3, .missingURI(after: .segmentInformation)),
            ("truncated after BYTERANGE", "#EXT-X-BYTERANGE:1@0", 3, .missingURI(after: .byteRange)),
            ("EXTINF without URI", "#EXTINF:1,\n#EXTINF:1,\na", 3, .missingURI(after: .segmentInformation)),
            (
                "BYTERANGE twice", "#EXT-X-BYTERANGE:1@0\n#EXT-X-BYTERANGE:1@0", 3,
                .missingURI(after: .byteRange)
            ),
            ("URI without EXTINF", "#EXTINF:1,\na\nb", 5, .undescribedURI(missing: .segmentInformation)),
            (
                "STREAM-INF", "#EXT-X-STREAM-INF:BANDWIDTH=1\na", 3,
                .wrongPlaylistKind(.streamInformation, in: .media)
            ),
            (
                "SESSION-KEY", "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"", 3,
                .wrongPlaylistKind(.sessionKey, in: .media)
            ),
            ("TARGETDURATION twice", "#EXT-X-TARGETDURATION:1", 3, .duplicate(.targetDuration, firstLine: 2)),
            ("VERSION twice", "#EXT-X-VERSION:3\n#EXT-X-VERSION:3", 4, .duplicate(.version, firstLine: 3)),
            ("two playlists", "#EXTINF:1,\na\n#EXTM3U", 5, .duplicate(.extM3U, firstLine: 1)),
            ("ENDLIST twice", "#EXT-X-ENDLIST\n#EXT-X-ENDLIST", 4, .duplicate(.endList, firstLine: 3)),
            (
                "MEDIA-SEQUENCE behind a segment", "#EXTINF:1,\na\n#EXT-X-MEDIA-SEQUENCE:1", 5,
                .misplaced(.mediaSequence, expected: "before the first segment")
            ),
            (
                "DISCONTINUITY-SEQUENCE behind a discontinuity",
                "#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY-SEQUENCE:1", 4,
                .misplaced(.discontinuitySequence, expected: "before the first EXT-X-DISCONTINUITY")
            ),
            (
                "media sequence overflow",
                "#EXT-X-MEDIA-SEQUENCE:18446744073709551615\n#EXTINF:1,\na\n#EXTINF:1,\nb",
                7, .mediaSequenceOverflow
            ),
            (
                "BYTERANGE continues nothing", "#EXTINF:1,\n#EXT-X-BYTERANGE:1\na", 4,
                .byteRangeWithoutStart
            ),
            (
                "BYTERANGE continues another resource",
                "#EXTINF:1,\n#EXT-X-BYTERANGE:1@0\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:1\nb", 7,
                .byteRangeWithoutStart
            ),
            (
                "BYTERANGE continues a whole resource", "#EXTINF:1,\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:1\na", 6,
                .byteRangeWithoutStart
            ),
            (
                "BYTERANGE overflow", "#EXTINF:1,\n#EXT-X-BYTERANGE:1@18446744073709551615\na", 4,
                .byteRangeOverflow
            ),
            (
                "BYTERANGE overflow by continuing",
                "#EXTINF:1,\n#EXT-X-BYTERANGE:1@18446744073709551614\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:1\na",
                7,
                .byteRangeOverflow
            ),
            (
                "MAP range overflow", "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"1@18446744073709551615\"", 3,
                .byteRangeOverflow
            ),
        ] as [(String, String, Int, TagProblem)]
    )
    func refuses(name: String, lines: String, line: Int, expected: TagProblem) {
        let error = problem { try mediaPlaylist(lines) }
        #expect(error?.problem == .tag(expected))
        #expect(error?.line == line)
    }

    @Test(arguments: [
        "#EXT-X-MEDIA-SEQUENCE:-1", "#EXT-X-MEDIA-SEQUENCE:1.5", "#EXT-X-MEDIA-SEQUENCE:",
        "#EXT-X-MEDIA-SEQUENCE:18446744073709551616", "#EXT-X-DISCONTINUITY-SEQUENCE:x",
        "#EXT-X-PLAYLIST-TYPE:vod", "#EXT-X-VERSION:0", "#EXT-X-BYTERANGE:", "#EXT-X-BYTERANGE:@1",
        "#EXT-X-BYTERANGE:1@", "#EXT-X-BYTERANGE:1@2@3", "#EXT-X-BYTERANGE:-1@0",
        "#EXT-X-MAP:BYTERANGE=\"1\"", "#EXT-X-MAP:URI=\"i\",BYTERANGE=1",
        "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"a\"",
    ])
    func refusesValues(line: String) {
        #expect(problem { try mediaPlaylist(line) }?.line == 3)
    }

    @Test func refusesAPlaylistWithoutTargetDuration() {
        let error = problem { try MediaPlaylist(document("#EXTM3U\n#EXTINF:1,\na\n")) }
        #expect(error?.problem == .tag(.missing(.targetDuration)))
    }
}
