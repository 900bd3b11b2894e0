/// A time or a length of time: ticks of a clock, exact, and compared with those of any other clock.
package struct MediaTime: Hashable, Comparable, Sendable {
    /// Ticks; negative before the start.
    package let ticks: Int64
    /// Ticks a second; not 0.
    package let timescale: UInt32

    /// A time of a number of ticks.
    ///
    /// - Parameters:
    ///   - ticks: any number.
    ///   - timescale: ticks a second, not 0.
    package init(ticks: Int64, timescale: UInt32) {
        self.ticks = ticks
        self.timescale = timescale
    }

    /// The time in ticks of another clock, rounded to the nearest, away from zero where two are as near.
    ///
    /// From the time itself, never from rounded lengths that were added up.
    package func ticks(of other: UInt32) -> Int64 {
        let scaled = Int128(ticks) * Int128(other)
        let scale = Int128(timescale)
        // Twice the remainder tells a half of an odd timescale, too.
        let quotient = scaled / scale
        let remainder = scaled % scale
        let away: Int128 = remainder.magnitude * 2 >= scale.magnitude ? (scaled < 0 ? -1 : 1) : 0
        return Int64(clamping: quotient + away)
    }

    /// Seconds, for what has no need of the exact value.
    package var seconds: Double { Double(ticks) / Double(timescale) }

    package static func == (left: Self, right: Self) -> Bool {
        Int128(left.ticks) * Int128(right.timescale) == Int128(right.ticks) * Int128(left.timescale)
    }

    package static func < (left: Self, right: Self) -> Bool {
        Int128(left.ticks) * Int128(right.timescale) < Int128(right.ticks) * Int128(left.timescale)
    }

    package func hash(into hasher: inout Hasher) {
        // Equal times of different clocks are equal: only what both have in common may be hashed.
        hasher.combine(Int64(clamping: Int128(ticks) * 1_000 / Int128(timescale)))
    }
}
