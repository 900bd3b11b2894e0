/// An exact time or length of time in ticks, comparable across timescales.
package struct MediaTime: Hashable, Comparable, Sendable {
    /// The number of ticks, negative before the start.
    package let ticks: Int64
    /// The ticks per second, not 0.
    package let timescale: UInt32

    /// Creates a time.
    ///
    /// - Parameters:
    ///   - ticks: any number.
    ///   - timescale: the ticks per second, not 0.
    package init(ticks: Int64, timescale: UInt32) {
        self.ticks = ticks
        self.timescale = timescale
    }

    /// Returns the time in ticks of another timescale, rounded to the nearest, with halves away from zero.
    ///
    /// Convert times, not lengths: sums of rounded lengths drift.
    package func ticks(of otherTimescale: UInt32) -> Int64 {
        let scaled = Int128(ticks) * Int128(otherTimescale)
        let scale = Int128(timescale)
        // Doubling the remainder finds halves of an odd timescale, too.
        let quotient = scaled / scale
        let remainder = scaled % scale
        let rounding: Int128 = remainder.magnitude * 2 >= scale.magnitude ? (scaled < 0 ? -1 : 1) : 0
        return Int64(clamping: quotient + rounding)
    }

    /// The time in seconds, where rounding does not matter.
    package var seconds: Double { Double(ticks) / Double(timescale) }

    package static func == (left: Self, right: Self) -> Bool {
        Int128(left.ticks) * Int128(right.timescale) == Int128(right.ticks) * Int128(left.timescale)
    }

    package static func < (left: Self, right: Self) -> Bool {
        Int128(left.ticks) * Int128(right.timescale) < Int128(right.ticks) * Int128(left.timescale)
    }

    package func hash(into hasher: inout Hasher) {
        // Equal times differ in ticks and timescale, so the hash uses a value that they share: milliseconds.
        hasher.combine(Int64(clamping: Int128(ticks) * 1_000 / Int128(timescale)))
    }
}

extension MediaTime {
    /// The time for messages, in seconds with three digits: "6.006 s".
    package var secondsDescription: String {
        let thousandths = ticks(of: 1000)
        let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(part)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(thousandths < 0 ? "-" : "")\(whole).\(fraction) s"
    }
}

extension MediaTime {
    /// Returns the least timescale in which times of both timescales are whole ticks, or nil if it exceeds 32
    /// bits.
    static func commonTimescale(of first: UInt32, _ second: UInt32) -> UInt32? {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return UInt32(exactly: UInt64(first / divisor) * UInt64(second))
    }

    /// Returns the sum with a length: exact if a timescale of 32 bits fits both, else rounded to a
    /// microsecond.
    ///
    /// - Parameter length: the length to add; negative for an earlier time.
    /// - Returns: the sum in ticks of the common timescale, or the unchanged time if the length is 0.
    package func advanced(by length: MediaTime) -> MediaTime {
        guard length.ticks != 0 else { return self }
        let sharedTimescale = Self.commonTimescale(of: timescale, length.timescale) ?? 1_000_000
        let sum = Int128(ticks(of: sharedTimescale)) + Int128(length.ticks(of: sharedTimescale))
        return MediaTime(ticks: Int64(clamping: sum), timescale: sharedTimescale)
    }

    /// The time with the opposite sign.
    package var negated: MediaTime { MediaTime(ticks: Int64(clamping: -Int128(ticks)), timescale: timescale) }
}
