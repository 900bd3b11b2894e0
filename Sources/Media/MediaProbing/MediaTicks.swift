/// A time in the unit of a track.
package struct MediaTicks: Hashable, Sendable {
    /// How many ticks.
    package let ticks: UInt64
    /// How many ticks are a second, not 0.
    package let timescale: UInt32

    /// A number of ticks of which `timescale`, not 0, are a second.
    package init(ticks: UInt64, timescale: UInt32) {
        self.ticks = ticks
        self.timescale = timescale
    }

    /// The time in seconds, rounded down to the attosecond.
    package var duration: Duration {
        // 2^64 seconds are 2^124 attoseconds: below the 127 bits that a duration has.
        Duration.seconds(ticks) / Int(timescale)
    }
}
