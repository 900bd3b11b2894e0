import HLSPlaylists
import PlaylistFixtures
import Testing

/// Dates carried forward from segment to segment (RFC 8216bis 4.4.4.6 and 6.3.3).
@Suite struct SegmentDateTests {
    @Test func carriesDatesForward() throws {
        let playlist = try mediaPlaylist(
            "#EXTINF:1,",
            "before the first date",
            "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:10+00:00",
            "#EXTINF:1.001,",
            "a",
            "#EXTINF:1.001,",
            "b",
            "#EXTINF:1,",
            "c",
            "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z",
            "#EXTINF:1,",
            "own date",
            "#EXT-X-DISCONTINUITY",
            "#EXTINF:1,",
            "unknown",
            "#EXTINF:1,",
            "unknown still",
            "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:02:00Z",
            "#EXT-X-DISCONTINUITY",
            "#EXTINF:1,",
            "own again",
            "#EXTINF:1,",
            "f"
        )
        let dates: [Duration?] = [
            nil, .seconds(10), .milliseconds(11_001), .milliseconds(12_002), .seconds(60), nil, nil,
            .seconds(120), .seconds(121),
        ]
        #expect(playlist.segments.map { $0.date?.sinceEpoch } == dates)
        let lines = [nil, 5, nil, nil, 12, nil, nil, 20, nil]
        #expect(playlist.segments.map { $0.programDateTime?.line } == lines)
        #expect(playlist.segments[2].date?.offset == 0)
        #expect(playlist.segments.map(\.discontinuitySequence) == [0, 0, 0, 0, 0, 1, 1, 2, 2])
    }

    /// Computed by hand: 3 x 5.994666666666667 = 17.984000000000001.
    @Test func carriesDatesForwardExactly() throws {
        let segment = ["#EXTINF:5.994666666666667,", "a"]
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z"]
        let all = lines + segment + segment + segment + segment
        let playlist = try MediaPlaylist(document(all.joined(separator: "\n")))
        let expected = Duration(secondsComponent: 17, attosecondsComponent: 984_000_000_000_001_000)
        #expect(playlist.segments[3].date?.sinceEpoch == expected)
    }

    @Test func countsADiscontinuityBeforeTheFirstSegment() throws {
        let playlist = try mediaPlaylist(
            "#EXT-X-DISCONTINUITY-SEQUENCE:4",
            "#EXT-X-DISCONTINUITY",
            "#EXTINF:1,",
            "a"
        )
        #expect(playlist.segments.map(\.discontinuitySequence) == [5])
    }

    @Test func notesADiscontinuitySequenceThatIsTooLarge() throws {
        let playlist = try mediaPlaylist(
            "#EXT-X-DISCONTINUITY-SEQUENCE:18446744073709551615",
            "#EXT-X-DISCONTINUITY",
            "#EXTINF:1,",
            "a"
        )
        #expect(playlist.segments.map(\.discontinuitySequence) == [.max])
        #expect(playlist.problems.map(\.problem) == [.tag(.discontinuitySequenceOverflow)])
    }
}
