import HLSPlaylists
import Testing

@testable import HLSVerification

/// Dates as they are shown; the seconds since 1970 are those of GNU `date -u -d TEXT +%s`.
struct DateTextTests {
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
    func text(seconds: Int64, attoseconds: Int64, offset: Int?, text: String) {
        let time = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        #expect(DateText.text(of: DateTime(sinceEpoch: time, offset: offset)) == text)
    }
}
