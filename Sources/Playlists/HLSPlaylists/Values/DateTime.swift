/// A date and time of ISO 8601 in the form of playlists (RFC 8216bis 4.4.4.6), exact to 18 decimals of a
/// second.
package struct DateTime: Hashable, Sendable {
    static let grammar = "a date and time such as 2010-02-19T14:54:23.031+08:00"

    /// The time since 1970-01-01T00:00:00Z, without leap seconds.
    package let sinceEpoch: Duration
    /// The offset of the time zone from UTC in minutes, or nil if no time zone is written, which means UTC.
    package var offset: Int? { compactOffset == .min ? nil : Int(compactOffset) }

    /// The offset in 16 bits, or the least number if there is none.
    private let compactOffset: Int16

    /// Creates a date from the time since 1970-01-01T00:00:00Z.
    package init(sinceEpoch: Duration, offset: Int?) {
        self.sinceEpoch = sinceEpoch
        self.compactOffset = offset.flatMap(Int16.init(exactly:)) ?? .min
    }

    /// Returns the date after a duration, in the same time zone.
    package func advanced(by duration: Duration) -> DateTime {
        DateTime(sinceEpoch: sinceEpoch + duration, offset: offset)
    }
}

extension DateTime {
    /// Parses `YYYY-MM-DDThh:mm:ss`, optional decimals, and an optional time zone.
    ///
    /// The zone is `Z` or an offset in hours and optional minutes, with or without a colon. A leap second
    /// counts as the first second of the next minute. More than 18 decimals are rounded.
    package init?(parsing text: ArraySlice<UInt8>) {
        var scanner = DateScanner(bytes: text)
        guard let year = scanner.number(digits: 4), scanner.skip(UInt8(ascii: "-")),
            let month = scanner.number(digits: 2), scanner.skip(UInt8(ascii: "-")),
            let day = scanner.number(digits: 2),
            scanner.skip(UInt8(ascii: "T")) || scanner.skip(UInt8(ascii: "t")),
            let hour = scanner.number(digits: 2), hour < 24, scanner.skip(UInt8(ascii: ":")),
            let minute = scanner.number(digits: 2), minute < 60, scanner.skip(UInt8(ascii: ":")),
            let second = scanner.number(digits: 2), second <= 60,
            let fraction = scanner.fraction(),
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var offset: Int?
        guard scanner.readOffset(&offset), scanner.isAtEnd else { return nil }
        let seconds = ((date.daysSinceEpoch * 24 + hour) * 60 + minute - (offset ?? 0)) * 60 + second
        self.init(sinceEpoch: .seconds(seconds) + fraction, offset: offset)
    }
}

extension DateTime {
    /// The date and time in its own time zone with all decimals of the second:
    /// `2010-02-19T14:54:23.031+08:00`.
    ///
    /// The zone is `Z` for UTC, and is left out if `offset` is nil.
    package var formatted: String {
        let fields = CalendarFields(of: self)
        return fields.date + "T" + fields.time + fields.fraction(atLeast: 0, after: ".") + zone
    }

    /// Formats the date like another one: with its separator, its time zone and at least as many decimals.
    ///
    /// - Parameter written: the text of a valid date in the same time zone.
    /// - Returns: the text, or nil if the other date is malformed or in another zone, or this year is above
    ///   9999.
    package func formatted(like written: String) -> String? {
        let characters = ArraySlice(written.utf8).trimmingBlanks()
        guard let otherDate = DateTime(parsing: characters), otherDate.offset == offset else { return nil }
        let fields = CalendarFields(of: self)
        guard fields.year <= 9999 else { return nil }
        // The form is `YYYY-MM-DDThh:mm:ss`, decimals, zone.
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

/// The calendar and clock fields of a date.
private struct CalendarFields {
    private let day: CalendarDate
    private let secondOfDay: Int64
    private let attoseconds: Int64

    private static let secondsPerDay: Int64 = 86_400
    private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000

    /// Computes the fields in the time zone of a date.
    init(of date: DateTime) {
        let localTime = date.sinceEpoch + .seconds((date.offset ?? 0) * 60)
        var (seconds, attoseconds) = localTime.components
        if attoseconds < 0 {
            seconds -= 1
            attoseconds += Self.attosecondsPerSecond
        }
        self.attoseconds = attoseconds
        let rest = seconds % Self.secondsPerDay
        secondOfDay = rest < 0 ? rest + Self.secondsPerDay : rest
        day = CalendarDate(daysSinceEpoch: Int((seconds - secondOfDay) / Self.secondsPerDay))
    }

    var year: Int { day.year }

    var date: String {
        [Self.digits(Int64(day.year), 4), Self.digits(Int64(day.month)), Self.digits(Int64(day.day))]
            .joined(separator: "-")
    }

    var time: String {
        [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map { Self.digits($0) }.joined(
            separator: ":"
        )
    }

    /// Returns the decimals of the second after `point`, without trailing zeros beyond `count` decimals.
    ///
    /// The text is empty if no decimals remain.
    func fraction(atLeast count: Int, after point: String) -> String {
        var decimals = Self.digits(attoseconds, 18)[...]
        while decimals.count > count, decimals.last == "0" { decimals.removeLast() }
        return decimals.isEmpty ? "" : point + decimals
    }

    static func digits(_ number: Int64, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
