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
    package func ticks(of other: UInt32) -> Int64 {
        let scaled = Int128(ticks) * Int128(other)
        let scale = Int128(timescale)
        // Doubling the remainder finds halves of an odd timescale, too.
        let quotient = scaled / scale
        let remainder = scaled % scale
        let away: Int128 = remainder.magnitude * 2 >= scale.magnitude ? (scaled < 0 ? -1 : 1) : 0
        return Int64(clamping: quotient + away)
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
