import HLSPlaylists
import Testing

/// Days of the Gregorian calendar.
///
/// The expected days since 1970 are from `date -u -d DATE +%s` (GNU coreutils), divided by 86,400.
@Suite struct CalendarDateTests {
    @Test(arguments: [
        (1970, 1, 1, 0), (1969, 12, 31, -1), (1970, 3, 1, 59), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017),
        (1900, 3, 1, -25_508), (2100, 2, 28, 47_540), (2100, 3, 1, 47_541), (2024, 12, 31, 20_088),
        (1, 1, 1, -719_162), (0, 1, 1, -719_528), (0, 2, 29, -719_469), (9999, 12, 31, 2_932_896),
    ])
    func countsDays(year: Int, month: Int, day: Int, days: Int) throws {
        let date = try #require(CalendarDate(year: year, month: month, day: day))
        #expect(date.daysSinceEpoch == days)
        #expect(CalendarDate(daysSinceEpoch: days) == date)
    }

    @Test(arguments: [
        (1970, 0, 1), (1970, 13, 1), (1970, 1, 0), (1970, 1, 32), (1970, 4, 31), (1900, 2, 29), (2023, 2, 29),
        (2000, 2, 30), (-1, 1, 1), (10_000, 1, 1),
    ])
    func refuses(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    /// Conversion in both directions gives each day of more than 400 years again.
    @Test func bothWaysAgree() {
        for days in -60_000...90_000 {
            let date = CalendarDate(daysSinceEpoch: days)
            guard date.daysSinceEpoch == days else {
                Issue.record("\(days): \(date)")
                return
            }
        }
    }
}
