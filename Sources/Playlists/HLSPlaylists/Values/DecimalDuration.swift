/// The parsing of durations in decimal seconds, exact to 18 decimals (RFC 8216bis 4.4.4.1).
enum DecimalDuration {
    /// The longest duration that is accepted, in seconds.
    ///
    /// The limit keeps the sum over all segments of a playlist far from overflow.
    static let maximumSeconds: Int64 = 1 << 31

    static let grammar = "decimal seconds of at most \(maximumSeconds)"

    private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000
    private static let fractionDigits = 18

    /// Parses a duration; more than 18 decimals are rounded half up.
    ///
    /// Nil for anything but digits with at most one point, and for durations above `maximumSeconds`.
    static func parse(_ text: ArraySlice<UInt8>) -> Duration? {
        let whole = text.prefix { $0 != ASCII.point }
        let fraction = text[whole.endIndex...].dropFirst()
        guard !whole.isEmpty || !fraction.isEmpty,
            let seconds = seconds(whole), let attoseconds = attoseconds(fraction)
        else { return nil }
        let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        return duration <= .seconds(maximumSeconds) ? duration : nil
    }

    private static func seconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        var seconds: Int64 = 0
        for byte in digits {
            guard let digit = ASCII.digit(byte), seconds <= maximumSeconds else { return nil }
            seconds = seconds * 10 + Int64(digit)
        }
        return seconds
    }

    /// Returns the fraction in attoseconds; 10^18 if it rounds up to a second.
    private static func attoseconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ ASCII.digit($0) != nil }) else { return nil }
        var attoseconds: Int64 = 0
        var unit = attosecondsPerSecond
        for byte in digits.prefix(fractionDigits) {
            unit /= 10
            attoseconds += Int64(ASCII.digit(byte) ?? 0) * unit
        }
        let nextDigit = digits.dropFirst(fractionDigits).first.flatMap(ASCII.digit) ?? 0
        return attoseconds + (nextDigit >= 5 ? 1 : 0)
    }
}
