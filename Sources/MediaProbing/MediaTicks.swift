/// A time in the unit of a track.
package struct MediaTicks: Hashable, Sendable {
    /// How many ticks.
    package let ticks: UInt64
    /// How many ticks are a second, not 0.
    package let timescale: UInt32

    /// The time in seconds, rounded down to the attosecond.
    package var duration: Duration {
        // 2^64 seconds are 2^124 attoseconds: below the 127 bits that a duration has.
        Duration.seconds(ticks) / Int(timescale)
    }
}
