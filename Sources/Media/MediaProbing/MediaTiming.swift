/// When the samples of a track of one segment are.
package struct MediaTiming: Hashable, Sendable {
    /// Times of transport streams and packed audio are modulo 2^33.
    package static let wrap: UInt64 = 1 << 33
    /// Ticks a second in transport streams and in the timestamp of packed audio.
    static let transportTimescale: UInt32 = 90_000

    /// The time of the first sample: the earliest presentation time in transport streams, the decode time in fragments;
    /// nil when the segment does not say.
    package let start: MediaTicks?
    /// From the start of the first sample to the end of the last one; nil when the end of the last one cannot be told.
    package let length: MediaTicks?
    /// Number of samples: pictures, or frames of audio.
    package let sampleCount: UInt64
    /// Whether times are modulo 2^33.
    package let wraps: Bool

    /// From the start of this segment to that of the next one; nil where either is not known, the clocks differ, or the
    /// next one is earlier.
    package func distance(to next: MediaTiming) -> Duration? {
        guard let start, let nextStart = next.start, start.timescale == nextStart.timescale,
            wraps == next.wraps
        else { return nil }
        let difference = nextStart.ticks &- start.ticks
        let ticks = wraps ? difference % Self.wrap : difference
        guard wraps ? ticks < Self.wrap / 2 : nextStart.ticks >= start.ticks else { return nil }
        return MediaTicks(ticks: ticks, timescale: start.timescale).duration
    }
}
