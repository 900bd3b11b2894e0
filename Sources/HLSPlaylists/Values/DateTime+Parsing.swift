extension DateTime {
    /// Reads `YYYY-MM-DDThh:mm:ss`, decimals, and `Z` or an offset in hours and minutes, with or without a colon.
    ///
    /// A leap second counts as the first second of the next minute. More than 18 decimals are rounded.
    init?(parsing text: ArraySlice<UInt8>) {
        var scanner = DateScanner(rest: text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"),
            let month = scanner.number(digits: 2), scanner.skip("-"),
            let day = scanner.number(digits: 2), scanner.skip("T") || scanner.skip("t"),
            let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
            let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
            let second = scanner.number(digits: 2), second <= 60,
            let fraction = scanner.fraction(),
            let days = Self.days(year: year, month: month, day: day)
        else { return nil }
        var offset: Int?
        guard scanner.readOffset(&offset), scanner.rest.isEmpty else { return nil }
        let seconds = ((days * 24 + hour) * 60 + minute - (offset ?? 0)) * 60 + second
        self.init(sinceEpoch: .seconds(seconds) + fraction, offset: offset)
    }

    /// The days from 1970-01-01 to a date of the Gregorian calendar; nil when there is no such date.
    private static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[month - 1] else { return nil }
        // Years before this one since year 0, which is a leap year itself.
        let leapDays = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
        let daysBeforeMonth = lengths[..<(month - 1)].reduce(0, +)
        return year * 365 + leapDays + daysBeforeMonth + day - 1 - daysBeforeEpoch
    }

    /// The days from 0000-01-01 to 1970-01-01: 1970 years of 365 days and 478 leap days.
    private static let daysBeforeEpoch = 719_528
}

/// Reads the parts of a date one behind the other.
private struct DateScanner {
    var rest: ArraySlice<UInt8>

    mutating func number(digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, let number = DecimalInteger.parse(text) else { return nil }
        rest = rest.dropFirst(digits)
        return Int(number)
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, byte == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Decimals of a second behind a point or comma; zero when there is neither.
    mutating func fraction() -> Duration? {
        guard skip(".") || skip(",") else { return .zero }
        let digits = rest.prefix { ASCII.digit($0) != nil }
        rest = rest[digits.endIndex...]
        return DecimalDuration.parse([ASCII.point] + digits)
    }

    /// The offset in minutes, nil when there is none; false when it is malformed.
    mutating func readOffset(_ offset: inout Int?) -> Bool {
        guard !rest.isEmpty else { return true }
        if skip("Z") || skip("z") {
            offset = 0
            return true
        }
        let isNegative = rest.first == UInt8(ascii: "-")
        guard skip("+") || skip("-"), let hours = number(digits: 2), hours < 24 else { return false }
        var minutes = 0
        if !rest.isEmpty {
            _ = skip(":")
            guard let written = number(digits: 2), written < 60 else { return false }
            minutes = written
        }
        offset = (hours * 60 + minutes) * (isNegative ? -1 : 1)
        return true
    }
}
