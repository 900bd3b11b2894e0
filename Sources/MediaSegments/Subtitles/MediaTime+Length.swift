import Mezzanines

extension MediaTime {
    /// How much later it is than another time: exact where one clock counts both, or one of their common multiple does.
    ///
    /// - Parameter other: another time.
    /// - Returns: 0 where the other one is later.
    func length(since other: MediaTime) -> MediaTime {
        guard other < self else { return MediaTime(ticks: 0, timescale: timescale) }
        var (divisor, rest) = (timescale, other.timescale)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let common = UInt64(timescale / divisor) * UInt64(other.timescale)
        // Where no clock of 32 bits counts both, millionths of a second do.
        let clock = UInt32(exactly: common) ?? 1_000_000
        let length = Int128(ticks(of: clock)) - Int128(other.ticks(of: clock))
        return MediaTime(ticks: Int64(clamping: length), timescale: clock)
    }
}
