import HLSPlaylists
import PlaylistFixtures
import Testing

/// Dates of ISO 8601; expected seconds since 1970 are from `date -u -d TEXT +%s` (GNU coreutils).
@Suite struct DateTimeTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0, 0), ("1970-01-01T00:00:00z", 0, 0, 0),
            ("1970-01-01t00:00:00", 0, 0, nil),
            ("1969-12-31T23:59:59Z", -1, 0, 0),
            ("2000-02-29T00:00:00Z", 951_782_400, 0, 0), ("2000-03-01T00:00:00Z", 951_868_800, 0, 0),
            ("2024-02-29T12:00:00Z", 1_709_208_000, 0, 0), ("2100-03-01T00:00:00Z", 4_107_542_400, 0, 0),
            ("2026-12-31T23:59:59Z", 1_798_761_599, 0, 0),
            // A leap second equals the second after it.
            ("2016-12-31T23:59:60Z", 1_483_228_800, 0, 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0, 0), ("9999-12-31T23:59:59Z", 253_402_300_799, 0, 0),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0, 0),
            ("2010-02-19T14:54:23.031+08:00", 1_266_562_463, 31_000_000_000_000_000, 480),
            // The form that FFmpeg writes.
            ("2010-02-19T14:54:23.031+0800", 1_266_562_463, 31_000_000_000_000_000, 480),
            ("2010-02-19T14:54:23-03:30", 1_266_603_863, 0, -210),
            ("2010-02-19T14:54:23+08", 1_266_562_463, 0, 480),
            ("1970-01-01T00:00:00,5Z", 0, 500_000_000_000_000_000, 0),
            ("1970-01-01T00:00:00.123456789012345678Z", 0, 123_456_789_012_345_678, 0),
            ("1970-01-01T00:00:00.0000000000000000005Z", 0, 1, 0),
            ("1970-01-01T00:00:00.9999999999999999995Z", 1, 0, 0),
        ] as [(String, Int64, Int64, Int?)]
    )
    func reads(text: String, seconds: Int64, attoseconds: Int64, offset: Int?) throws {
        let playlist = try mediaPlaylist("#EXT-X-PROGRAM-DATE-TIME:" + text, "#EXTINF:1,", "a")
        let date = try #require(playlist.segments[0].programDateTime?.value)
        let expected = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        #expect(date == DateTime(sinceEpoch: expected, offset: offset))
        #expect(date.offset == offset)
    }

    @Test(arguments: [
        "", "1970", "1970-01-01", "1970-01-01T00:00Z", "1970-1-1T00:00:00Z", "1970-01-01 00:00:00Z",
        "1970-00-01T00:00:00Z", "1970-13-01T00:00:00Z", "1970-01-00T00:00:00Z", "1970-01-32T00:00:00Z",
        "1970-04-31T00:00:00Z", "1900-02-29T00:00:00Z", "2023-02-29T00:00:00Z", "1970-01-01T24:00:00Z",
        "1970-01-01T00:60:00Z", "1970-01-01T00:00:61Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00Zx",
        "1970-01-01T00:00:00+", "1970-01-01T00:00:00+1", "1970-01-01T00:00:00+24:00",
        "1970-01-01T00:00:00+01:60", "1970-01-01T00:00:00+01:0", "1970-01-01T00:00:00+01:",
        "-1970-01-01T00:00:00Z", "1970-01-01T00:00:00 Z", "１970-01-01T00:00:00Z",
    ])
    func refuses(text: String) throws {
        let playlist = try mediaPlaylist("#EXT-X-PROGRAM-DATE-TIME:" + text, "#EXTINF:1,", "a")
        #expect(playlist.segments[0].programDateTime == nil)
        #expect(playlist.problems.map(\.line) == [3])
    }
}
