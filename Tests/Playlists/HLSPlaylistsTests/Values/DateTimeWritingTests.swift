import HLSPlaylists
import PlaylistFixtures
import Testing

/// Written dates; the seconds since 1970 are from GNU `date -u -d TEXT +%s`.
@Suite struct DateTimeWritingTests {
    static let cases: [(Int64, Int64, Int?, String)] = [
        (0, 0, 0, "1970-01-01T00:00:00Z"),
        (0, 0, nil, "1970-01-01T00:00:00"),
        (951_782_400, 0, 0, "2000-02-29T00:00:00Z"),
        (951_868_799, 500_000_000_000_000_000, 0, "2000-02-29T23:59:59.5Z"),
        (4_107_542_400, 0, 0, "2100-03-01T00:00:00Z"),
        (-1, 0, 0, "1969-12-31T23:59:59Z"),
        (0, -250_000_000_000_000_000, 0, "1969-12-31T23:59:59.75Z"),
        (1_266_562_463, 31_000_000_000_000_000, 480, "2010-02-19T14:54:23.031+08:00"),
        (1_704_067_199, 0, -210, "2023-12-31T20:29:59-03:30"),
        (-62_135_596_800, 0, 0, "0001-01-01T00:00:00Z"),
        (253_402_300_799, 1, 0, "9999-12-31T23:59:59.000000000000000001Z"),
    ]

    @Test(arguments: cases)
    func writes(seconds: Int64, attoseconds: Int64, offset: Int?, text: String) {
        let time = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        #expect(DateTime(sinceEpoch: time, offset: offset).formatted == text)
    }

    /// Expected texts are by hand and from `date -u -d`.
    @Test(arguments: [
        ("2024-02-28T23:59:50.000Z", Duration.milliseconds(12_012), "2024-02-29T00:00:02.012Z"),
        ("2023-02-28T23:59:59Z", .seconds(1), "2023-03-01T00:00:00Z"),
        ("1999-12-31T23:59:59.999+05:30", .milliseconds(1), "2000-01-01T00:00:00.000+05:30"),
        ("2024-01-01T00:00:00Z", .nanoseconds(1), "2024-01-01T00:00:00.000000001Z"),
        ("2024-01-01t00:00:00.5z", .milliseconds(250), "2024-01-01t00:00:00.75z"),
        ("2024-01-01T00:00:00,50Z", .milliseconds(250), "2024-01-01T00:00:00,75Z"),
        ("2100-02-28T12:00:00-08", .seconds(86_400), "2100-03-01T12:00:00-08"),
        ("2000-02-28T00:00:00+0100", .seconds(86_400 * 2), "2000-03-01T00:00:00+0100"),
        ("2024-06-30T23:59:59", .zero, "2024-06-30T23:59:59"),
        ("0001-01-01T00:00:00Z", .seconds(86_400 * 365), "0002-01-01T00:00:00Z"),
    ])
    func movesInTheSameForm(_ text: String, _ duration: Duration, _ expected: String) throws {
        #expect(try date(text).advanced(by: duration).formatted(like: text) == expected)
    }

    @Test func writesNoFormThatCannotHoldIt() throws {
        let last = try date("9999-12-31T23:59:59Z")
        #expect(last.advanced(by: .seconds(1)).formatted(like: "9999-12-31T23:59:59Z") == nil)
        #expect(last.formatted(like: "9999-12-31T23:59:59+01:00") == nil)
        #expect(last.formatted(like: "9999-12-31") == nil)
    }

    private func date(_ text: String) throws -> DateTime {
        let playlist = try mediaPlaylist("#EXT-X-PROGRAM-DATE-TIME:" + text, "#EXTINF:1,", "a")
        return try #require(playlist.segments[0].programDateTime?.value)
    }
}
