extension DateTime {
    /// The date on its own clock with all decimals of the second: `2010-02-19T14:54:23.031+08:00`, `Z` for UTC, no zone
    /// where none was written.
    package var text: String {
        let fields = CalendarFields(of: self)
        return fields.date + "T" + fields.time + fields.fraction(atLeast: 0, after: ".") + zone
    }

    /// The date as another one is written: with its separator, its time zone and at least as many decimals.
    ///
    /// - Parameter written: the text of a date that can be read, of the same time zone.
    /// - Returns: the text; nil when the other cannot be read, and beyond the year 9999.
    package func text(inFormOf written: String) -> String? {
        let characters = ArraySlice(written.utf8).trimmingBlanks()
        guard let other = DateTime(parsing: characters), other.offset == offset else { return nil }
        let fields = CalendarFields(of: self)
        guard fields.year <= 9999 else { return nil }
        // `YYYY-MM-DDThh:mm:ss`, decimals, zone.
        let separator = String(decoding: characters.dropFirst(10).prefix(1), as: UTF8.self)
        let rest = characters.dropFirst(19)
        let hasDecimals = rest.first == ASCII.point || rest.first == ASCII.comma
        let decimals = hasDecimals ? rest.dropFirst().prefix { ASCII.digit($0) != nil } : rest.prefix(0)
        let zone = rest.dropFirst(hasDecimals ? decimals.count + 1 : 0)
        let point = rest.first == ASCII.comma ? "," : "."
        return fields.date + separator + fields.time + fields.fraction(atLeast: decimals.count, after: point)
            + String(decoding: zone, as: UTF8.self)
    }

    private var zone: String {
        guard let offset else { return "" }
        guard offset != 0 else { return "Z" }
        let minutes = Int64(offset.magnitude)
        return (offset < 0 ? "-" : "+") + CalendarFields.digits(minutes / 60) + ":"
            + CalendarFields.digits(minutes % 60)
    }
}

/// A date taken apart into the fields of the Gregorian calendar.
private struct CalendarFields {
    let year: Int64
    private let month: Int64
    private let day: Int64
    private let second: Int64
    private let attoseconds: Int64

    private static let secondsPerDay: Int64 = 86_400
    private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000

    /// The fields on the clock of a date.
    ///
    /// Years are counted from March on, so that the leap day is the last of a year; 400 of them have 146,097 days.
    init(of date: DateTime) {
        let local = date.sinceEpoch + .seconds((date.offset ?? 0) * 60)
        var (seconds, attoseconds) = local.components
        if attoseconds < 0 {
            seconds -= 1
            attoseconds += Self.attosecondsPerSecond
        }
        self.attoseconds = attoseconds
        second = Self.modulo(seconds, Self.secondsPerDay)
        let sinceMarch = (seconds - second) / Self.secondsPerDay + 719_468
        let inCycle = Self.modulo(sinceMarch, 146_097)
        let yearInCycle = (inCycle - inCycle / 1_460 + inCycle / 36_524 - inCycle / 146_096) / 365
        let inYear = inCycle - (365 * yearInCycle + yearInCycle / 4 - yearInCycle / 100)
        let monthFromMarch = (5 * inYear + 2) / 153
        day = inYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = (sinceMarch - inCycle) / 146_097 * 400 + yearInCycle + (monthFromMarch >= 10 ? 1 : 0)
    }

    var date: String { [Self.digits(year, 4), Self.digits(month), Self.digits(day)].joined(separator: "-") }

    var time: String {
        [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0) }.joined(separator: ":")
    }

    /// The decimals of the second without zeros at the end that are more than asked for; empty for none.
    func fraction(atLeast count: Int, after point: String) -> String {
        var decimals = Self.digits(attoseconds, 18)[...]
        while decimals.count > count, decimals.last == "0" { decimals.removeLast() }
        return decimals.isEmpty ? "" : point + decimals
    }

    static func digits(_ number: Int64, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// What is left of a division that rounds down; never negative.
    private static func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
        let rest = number % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
