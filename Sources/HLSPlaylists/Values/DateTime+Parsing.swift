extension DateTime {
    /// Reads `YYYY-MM-DDThh:mm:ss`, decimals, and `Z` or an offset in hours and minutes, with or without a colon.
    ///
    /// A leap second counts as the first second of the next minute. More than 18 decimals are rounded.
    init?(parsing text: ArraySlice<UInt8>) {
        var scanner = DateScanner(bytes: text)
        guard let year = scanner.number(digits: 4), scanner.skip(UInt8(ascii: "-")),
            let month = scanner.number(digits: 2), scanner.skip(UInt8(ascii: "-")),
            let day = scanner.number(digits: 2),
            scanner.skip(UInt8(ascii: "T")) || scanner.skip(UInt8(ascii: "t")),
            let hour = scanner.number(digits: 2), hour < 24, scanner.skip(UInt8(ascii: ":")),
            let minute = scanner.number(digits: 2), minute < 60, scanner.skip(UInt8(ascii: ":")),
            let second = scanner.number(digits: 2), second <= 60,
            let fraction = scanner.fraction(),
            let days = Self.days(year: year, month: month, day: day)
        else { return nil }
        var offset: Int?
        guard scanner.readOffset(&offset), scanner.isAtEnd else { return nil }
        let seconds = ((days * 24 + hour) * 60 + minute - (offset ?? 0)) * 60 + second
        self.init(sinceEpoch: .seconds(seconds) + fraction, offset: offset)
    }

    /// The days from 1970-01-01 to a date of the Gregorian calendar; nil when there is no such date.
    private static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let daysBeforeMonth = Self.daysBeforeMonth[month - 1] + (isLeap && month > 2 ? 1 : 0)
        let daysBeforeNext = Self.daysBeforeMonth[month] + (isLeap && month > 1 ? 1 : 0)
        guard day <= daysBeforeNext - daysBeforeMonth else { return nil }
        // Years before this one since year 0, which is a leap year itself.
        let leapDays = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
        return year * 365 + leapDays + daysBeforeMonth + day - 1 - daysBeforeEpoch
    }

    /// The days of a common year before each month, and before the next year.
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

    /// The days from 0000-01-01 to 1970-01-01: 1970 years of 365 days and 478 leap days.
    private static let daysBeforeEpoch = 719_528
}
