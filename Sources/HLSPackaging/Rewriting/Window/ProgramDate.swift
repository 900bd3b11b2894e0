import HLSPlaylists

/// A date and time of ISO 8601 as `EXT-X-PROGRAM-DATE-TIME` has it (RFC 8216bis 4.4.4.6), moved by exact durations.
///
/// The form stays as written: the separator, the time zone, and at least as many decimals.
struct ProgramDate {
    /// Days since 1970-01-01.
    private let days: Int
    /// Seconds since midnight.
    private let seconds: Int
    private let attoseconds: Int64
    private let decimals: Int
    private let separator: String
    private let zone: String

    private static let secondsPerDay = 86_400
    private static let maximumDecimals = 18

    /// Reads `YYYY-MM-DDThh:mm:ss`, decimals, and `Z` or an offset; nil for anything else.
    init?(_ text: String) {
        let pattern =
            /(\d{4})-(\d{2})-(\d{2})([Tt ])(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,18}))?([Zz]|[+-]\d{2}:?\d{2}|[+-]\d{2})?/
        guard let match = text.wholeMatch(of: pattern.asciiOnlyDigits()),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let hour = Int(match.5), let minute = Int(match.6), let second = Int(match.7),
            let date = CalendarDate(year: year, month: month, day: day), hour < 24, minute < 60, second < 60
        else { return nil }
        let fraction = match.8 ?? ""
        let padded = fraction + String(repeating: "0", count: Self.maximumDecimals - fraction.count)
        guard let attoseconds = Int64(padded) else { return nil }
        days = date.daysSinceEpoch
        seconds = hour * 3600 + minute * 60 + second
        self.attoseconds = attoseconds
        decimals = fraction.count
        separator = String(match.4)
        zone = match.9.map(String.init) ?? ""
    }

    /// The text of the date that is so much later; nil beyond the year 9999.
    func text(after duration: Duration) -> String? {
        let (whole, part) = duration.components
        let sum = attoseconds + part
        let carry = sum >= 1_000_000_000_000_000_000 ? 1 : 0
        let total = Int64(seconds) + whole + Int64(carry)
        let day = days + Int(total / Int64(Self.secondsPerDay))
        let second = Int(total % Int64(Self.secondsPerDay))
        let calendar = CalendarDate(daysSinceEpoch: day)
        guard calendar.year <= 9999 else { return nil }
        let date = [
            Self.padded(calendar.year, 4), Self.padded(calendar.month, 2), Self.padded(calendar.day, 2),
        ].joined(separator: "-")
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(
            separator: ":"
        )
        return date + separator + time + fraction(sum - Int64(carry) * 1_000_000_000_000_000_000) + zone
    }

    private func fraction(_ attoseconds: Int64) -> String {
        var digits = Self.padded(Int(attoseconds), Self.maximumDecimals)[...]
        while digits.count > decimals, digits.last == "0" { digits.removeLast() }
        return digits.isEmpty ? "" : "." + digits
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
