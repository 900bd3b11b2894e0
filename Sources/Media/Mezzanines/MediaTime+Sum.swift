extension MediaTime {
    /// A clock that counts the ticks of two clocks; nil where it takes more than 32 bits.
    package static func clock(counting first: UInt32, _ second: UInt32) -> UInt32? {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return UInt32(exactly: UInt64(first / divisor) * UInt64(second))
    }

    /// A later time: exact where a clock of 32 bits counts both, else to a millionth of a second.
    ///
    /// - Parameter length: how much later; negative for an earlier time.
    /// - Returns: the time, in ticks of the clock that counts both; as it is where the length is 0.
    package func advanced(by length: MediaTime) -> MediaTime {
        guard length.ticks != 0 else { return self }
        let clock = Self.clock(counting: timescale, length.timescale) ?? 1_000_000
        let sum = Int128(ticks(of: clock)) + Int128(length.ticks(of: clock))
        return MediaTime(ticks: Int64(clamping: sum), timescale: clock)
    }

    /// The time as far on the other side of 0.
    package var negated: MediaTime { MediaTime(ticks: Int64(clamping: -Int128(ticks)), timescale: timescale) }
}
