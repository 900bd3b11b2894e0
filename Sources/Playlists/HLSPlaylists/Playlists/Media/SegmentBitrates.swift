/// The bitrates of a media playlist, from the sizes of its segments (RFC 8216bis 4.1).
package struct SegmentBitrates: Sendable {
    /// The greatest bitrate of contiguous segments that are half to one and a half target durations long together,
    /// in bits a second.
    package let peak: Double
    /// The bitrate of all segments, in bits a second.
    package let average: Double

    /// How many segments are tried beyond half a target duration.
    ///
    /// It bounds the work where segments are very short; a run of two halves is never denser than the denser half.
    private static let maximumExtension = 64

    /// The bitrates; nil when a size is unknown, or there is no duration.
    ///
    /// - Parameters:
    ///   - segments: the segments of a media playlist.
    ///   - sizes: the bytes of each; those of gaps do not count.
    ///   - target: the target duration.
    package init?(_ segments: [MediaSegment], sizes: [UInt64?], target: Duration) {
        guard segments.count == sizes.count else { return nil }
        var bits = [0.0]
        var seconds = [0.0]
        for (segment, size) in zip(segments, sizes) where !segment.hasGap {
            guard let bytes = size else { return nil }
            bits.append(bits[bits.count - 1] + 8 * Double(bytes))
            seconds.append(seconds[seconds.count - 1] + segment.duration.inSeconds)
        }
        let total = seconds[seconds.count - 1]
        guard total > 0 else { return nil }
        average = bits[bits.count - 1] / total
        peak = Self.peak(bits, seconds, target: target.inSeconds) ?? average
    }

    /// The greatest bitrate of a run; nil when all together are shorter than half a target duration.
    ///
    /// - Parameters:
    ///   - bits: the bits before each segment, and all.
    ///   - seconds: the seconds before each segment, and all.
    ///   - target: the target duration in seconds.
    /// - Returns: bits a second.
    private static func peak(_ bits: [Double], _ seconds: [Double], target: Double) -> Double? {
        var peak: Double?
        var shortest = 0
        for start in 0..<(bits.count - 1) {
            shortest = max(shortest, start + 1)
            while shortest < bits.count, isLess(seconds[shortest] - seconds[start], 0.5 * target) {
                shortest += 1
            }
            for end in shortest..<min(max(bits.count, shortest), shortest + maximumExtension) {
                let duration = seconds[end] - seconds[start]
                guard !isLess(1.5 * target, duration) else { break }
                if duration > 0 { peak = max(peak ?? 0, (bits[end] - bits[start]) / duration) }
            }
        }
        return peak
    }

    /// Whether a number of seconds is less than another, what sums of binary fractions lose aside.
    private static func isLess(_ left: Double, _ right: Double) -> Bool { left < right - 1e-6 }
}
