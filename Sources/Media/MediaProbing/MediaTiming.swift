/// The times of the samples of one track in a segment.
package struct MediaTiming: Hashable, Sendable {
    /// The modulus of times in transport streams and packed audio, in ticks.
    package static let transportModulus: UInt64 = 1 << 33
    /// The ticks per second in transport streams and in the timestamp of packed audio.
    static let transportTimescale: UInt32 = 90_000

    /// The time of the first sample, or nil if the segment has none.
    ///
    /// In a transport stream it is the earliest presentation time, in fragments the decode time, in packed
    /// audio the timestamp of the ID3 tag.
    package let start: MediaTicks?
    /// The time from the start of the first sample to the end of the last one, or nil if that end is unknown.
    package let length: MediaTicks?
    /// The number of samples: pictures or audio frames.
    package let sampleCount: UInt64
    /// Indicates whether times are modulo 2^33.
    package let wraps: Bool

    /// Returns the time from the start of this segment to that of the next one, or nil if either is unknown,
    /// the clocks differ, or the next one is earlier.
    package func distance(to next: MediaTiming) -> Duration? {
        guard let start, let nextStart = next.start, start.timescale == nextStart.timescale,
            wraps == next.wraps
        else { return nil }
        let difference = nextStart.ticks &- start.ticks
        let ticks = wraps ? difference % Self.transportModulus : difference
        guard wraps ? ticks < Self.transportModulus / 2 : nextStart.ticks >= start.ticks else { return nil }
        return MediaTicks(ticks: ticks, timescale: start.timescale).duration
    }
}
