/// A day of the Gregorian calendar, extended to the years before its introduction (ISO 8601).
package struct CalendarDate: Hashable, Sendable {
    /// The year, from 0.
    let year: Int
    /// The month, from 1.
    let month: Int
    /// The day of the month, from 1.
    let day: Int

    /// Creates a day, or nil if the calendar does not have it.
    ///
    /// - Parameters:
    ///   - year: from 0 to 9999.
    ///   - month: from 1.
    ///   - day: of the month, from 1.
    package init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let length = Self.daysBeforeMonth[month] - Self.daysBeforeMonth[month - 1]
        guard day <= length + (month == 2 && Self.isLeap(year) ? 1 : 0) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the day that is a number of days after 1970-01-01.
    ///
    /// Years are counted from March on, so that the leap day is the last day of a year; 400 years have
    /// 146,097 days.
    package init(daysSinceEpoch days: Int) {
        let daysSinceMarch = days + Self.daysFromMarchToEpoch
        let rest = daysSinceMarch % Self.daysOfCycle
        let dayInCycle = rest < 0 ? rest + Self.daysOfCycle : rest
        let yearInCycle = (dayInCycle - dayInCycle / 1_460 + dayInCycle / 36_524 - dayInCycle / 146_096) / 365
        let dayInYear = dayInCycle - (365 * yearInCycle + yearInCycle / 4 - yearInCycle / 100)
        let monthFromMarch = (5 * dayInYear + 2) / 153
        let isNextYear = monthFromMarch >= 10
        year = (daysSinceMarch - dayInCycle) / Self.daysOfCycle * 400 + yearInCycle + (isNextYear ? 1 : 0)
        month = isNextYear ? monthFromMarch - 9 : monthFromMarch + 3
        day = dayInYear - (153 * monthFromMarch + 2) / 5 + 1
    }

    /// The number of days since 1970-01-01; negative for earlier days.
    package var daysSinceEpoch: Int {
        // Leap days before this year since year 0, which is a leap year itself.
        let leapDays = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
        let leapDay = month > 2 && Self.isLeap(year) ? 1 : 0
        return year * 365 + leapDays + Self.daysBeforeMonth[month - 1] + leapDay + day - 1
            - Self.daysBeforeEpoch
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The days of a common year before each month, and before the next year.
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
    /// The days from 0000-01-01 to 1970-01-01: 1970 years of 365 days and 478 leap days.
    private static let daysBeforeEpoch = 719_528
    /// The days from 0000-03-01 to 1970-01-01: without January and February of a leap year.
    private static let daysFromMarchToEpoch = daysBeforeEpoch - 60
    /// The days of 400 years.
    private static let daysOfCycle = 146_097
}
