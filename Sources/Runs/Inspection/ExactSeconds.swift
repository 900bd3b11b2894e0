import FoundationEssentials

/// A duration written as decimal seconds with all its digits, in text and as a JSON number.
package struct ExactSeconds: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// The represented duration.
    package let duration: Duration

    /// Creates the representation of a duration.
    init(_ duration: Duration) {
        self.duration = duration
    }

    /// The exact seconds without trailing zeros: `6.006`.
    package var description: String {
        let isNegative = duration < .zero
        let (seconds, attoseconds) = (isNegative ? .zero - duration : duration).components
        let digits = String(attoseconds)
        let fraction = (String(repeating: "0", count: 18 - digits.count) + digits).reversed()
            .drop { $0 == "0" }.reversed()
        return (isNegative ? "-" : "") + String(seconds) + (fraction.isEmpty ? "" : "." + String(fraction))
    }

    /// The seconds rounded to microseconds, halves away from zero, without trailing zeros.
    package var roundedDescription: String {
        let microsecond: Int64 = 1_000_000_000_000
        var (seconds, attoseconds) = duration.components
        let rest = attoseconds % microsecond
        attoseconds -= rest
        if abs(rest) >= microsecond / 2 { attoseconds += rest < 0 ? -microsecond : microsecond }
        if abs(attoseconds) == 1_000_000_000_000_000_000, abs(seconds) < Int64.max {
            seconds += attoseconds.signum()
            attoseconds = 0
        }
        return ExactSeconds(Duration(secondsComponent: seconds, attosecondsComponent: attoseconds))
            .description
    }

    /// Encodes an exact decimal number.
    package func encode(to encoder: any Encoder) throws {
        let (seconds, attoseconds) = duration.components
        let fraction = Decimal(sign: .plus, exponent: -18, significand: Decimal(attoseconds))
        var container = encoder.singleValueContainer()
        try container.encode(Decimal(seconds) + fraction)
    }
}
