/// A time in ticks of a track.
package struct MediaTicks: Hashable, Sendable {
    /// The number of ticks.
    package let ticks: UInt64
    /// The ticks per second, not 0.
    package let timescale: UInt32

    /// Creates a time; `timescale` must not be 0.
    package init(ticks: UInt64, timescale: UInt32) {
        self.ticks = ticks
        self.timescale = timescale
    }

    /// The time in seconds, rounded down to the attosecond.
    package var duration: Duration {
        // At most 2^64 seconds are 2^124 attoseconds, and a duration has 127 bits.
        Duration.seconds(ticks) / Int(timescale)
    }
}
