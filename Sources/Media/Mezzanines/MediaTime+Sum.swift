extension MediaTime {
    /// Returns the least timescale in which times of both timescales are whole ticks, or nil if it exceeds 32
    /// bits.
    static func commonTimescale(counting first: UInt32, _ second: UInt32) -> UInt32? {
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
        let clock = Self.commonTimescale(counting: timescale, length.timescale) ?? 1_000_000
        let sum = Int128(ticks(of: clock)) + Int128(length.ticks(of: clock))
        return MediaTime(ticks: Int64(clamping: sum), timescale: clock)
    }

    /// The time with the opposite sign.
    package var negated: MediaTime { MediaTime(ticks: Int64(clamping: -Int128(ticks)), timescale: timescale) }
}
