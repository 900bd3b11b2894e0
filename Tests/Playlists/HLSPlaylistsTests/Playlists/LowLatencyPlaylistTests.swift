import HLSPlaylists
import PlaylistFixtures
import Testing

/// Partial segments, delta updates and hints (RFC 8216bis 4.4.4.9, 4.4.5.2 to 4.4.5.4, 6.2.5.1).
@Suite struct LowLatencyPlaylistTests {
    private static let lines = [
        "#EXTM3U", "#EXT-X-TARGETDURATION:4",
        "#EXT-X-MEDIA-SEQUENCE:100",
        "#EXT-X-PART-INF:PART-TARGET=1",
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=3",
        "#EXTINF:4,",
        "s103",
        #"#EXT-X-PART:DURATION=2,URI="s104",BYTERANGE="100@0",INDEPENDENT=YES"#,
        #"#EXT-X-KEY:METHOD=AES-128,URI="k""#,
        #"#EXT-X-PART:DURATION=1.5,URI="s104",BYTERANGE="50""#,
        "#EXTINF:3.5,",
        "s104",
        #"#EXT-X-MAP:URI="m""#,
        #"#EXT-X-PART:DURATION=1,URI="s105.1""#,
        #"#EXT-X-PART:DURATION=1,URI="s105.2""#,
        #"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="s105.3""#,
        #"#EXT-X-RENDITION-REPORT:URI="../b",LAST-MSN=105,LAST-PART=1"#,
    ]

    private static func playlist() throws -> MediaPlaylist {
        try MediaPlaylist(document(lines.joined(separator: "\n")))
    }

    @Test func countsSkippedSegments() throws {
        let playlist = try Self.playlist()
        #expect(playlist.mediaSequence == 100)
        #expect(playlist.segments.map(\.mediaSequence) == [103, 104])
        #expect(playlist.segments.map(\.index) == [0, 1])
        #expect(playlist.segments.map(\.start) == [.zero, .seconds(4)])
    }

    @Test func placesParts() throws {
        let playlist = try Self.playlist()
        #expect(playlist.problems == [])
        #expect(playlist.segments.map(\.parts) == [0..<0, 0..<2])
        #expect(playlist.trailingParts == 2..<4)
        #expect(playlist.parts.map(\.mediaSequence) == [104, 104, 105, 105])
        #expect(playlist.parts.map(\.partIndex) == [0, 1, 0, 1])
        #expect(playlist.parts.map(\.byteRange?.text) == ["100@0", "50@100", nil, nil])
        #expect(playlist.parts.map(\.byteRangeHasOffset) == [true, false, false, false])
        #expect(playlist.parts.map(\.keys) == [[], [0], [0], [0]])
        #expect(playlist.parts.map(\.initializationSection) == [nil, nil, 0, 0])
        let starts: [Duration] = [.seconds(4), .seconds(6), .milliseconds(7500), .milliseconds(8500)]
        #expect(playlist.parts.map(\.start) == starts)
        #expect(playlist.parts.map(\.line) == [8, 10, 14, 15])
    }

    @Test func listsHintsAndReports() throws {
        let playlist = try Self.playlist()
        #expect(playlist.preloadHints.map(\.uri) == ["s105.3"])
        #expect(playlist.renditionReports.map(\.lastMediaSequence) == [105])
        let tags: [TagName] = [.skip, .part, .part, .part, .part, .preloadHint]
        #expect(playlist.lowLatencyTags.map(\.value) == tags)
    }

    /// A byte range continues only a part of the same segment, even in the same file (RFC 8216bis 4.4.4.9).
    @Test func continuesNoPartOfAnotherSegment() throws {
        let playlist = try mediaPlaylist(
            #"#EXT-X-PART:DURATION=1,URI="a",BYTERANGE="1@0""#,
            "#EXTINF:1,",
            "a",
            #"#EXT-X-PART:DURATION=1,URI="a",BYTERANGE="1""#
        )
        #expect(playlist.parts.count == 1)
        #expect(playlist.problems.map(\.problem) == [.tag(.byteRangeWithoutStart)])
        #expect(playlist.problems.map(\.line) == [6])
    }

    @Test func refusesSequencesBeyondTheLast() {
        let error = problem {
            try mediaPlaylist(
                "#EXT-X-MEDIA-SEQUENCE:1",
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=18446744073709551615",
                "#EXTINF:1,",
                "a"
            )
        }
        #expect(error?.problem == .tag(.mediaSequenceOverflow))
    }
}
