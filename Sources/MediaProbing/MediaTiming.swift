/// When the samples of a track of one segment are, in ticks.
package struct MediaTiming: Hashable, Sendable {
    /// The times of transport streams and packed audio are modulo 2^33.
    package static let wrap: UInt64 = 1 << 33

    /// Ticks a second, not 0.
    package let timescale: UInt32
    /// The time of the first sample: the earliest presentation time in transport streams, the decode time in fragments;
    /// nil when the segment does not say.
    package let start: UInt64?
    /// From the start of the first sample to the end of the last one; nil when the end of the last one cannot be told.
    package let duration: UInt64?
    /// Number of samples: pictures, or frames of audio.
    package let sampleCount: UInt64
    /// Whether times are modulo 2^33.
    package let wraps: Bool

    init(timescale: UInt32, start: UInt64?, duration: UInt64?, sampleCount: UInt64, wraps: Bool) {
        self.timescale = timescale
        self.start = start
        self.duration = duration
        self.sampleCount = sampleCount
        self.wraps = wraps
    }

    /// The duration in seconds, to the attosecond below.
    package var exactDuration: Duration? { duration.map { Self.duration(of: $0, timescale: timescale) } }

    /// From the start of this segment to that of the next one; nil where either is not known, the clocks differ, or the
    /// next one is earlier.
    package func distance(to next: MediaTiming) -> Duration? {
        guard let start, let nextStart = next.start, timescale == next.timescale, wraps == next.wraps else {
            return nil
        }
        let ticks = wraps ? (nextStart &- start) % Self.wrap : nextStart &- start
        guard wraps ? ticks < Self.wrap / 2 : nextStart >= start else { return nil }
        return Self.duration(of: ticks, timescale: timescale)
    }

    private static func duration(of ticks: UInt64, timescale: UInt32) -> Duration {
        // 2^64 seconds are 2^124 attoseconds: below the 127 bits that a duration has.
        Duration.seconds(ticks) / Int(timescale)
    }
}
