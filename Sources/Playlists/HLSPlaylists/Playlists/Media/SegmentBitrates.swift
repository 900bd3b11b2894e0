/// The peak and average bitrate of a media playlist, from the sizes of its segments (RFC 8216bis 4.1).
package struct SegmentBitrates: Sendable {
    /// The greatest bitrate of contiguous segments with a total of 0.5 to 1.5 target durations, in bits per
    /// second.
    package let peak: Double
    /// The bitrate of all segments, in bits per second.
    package let average: Double

    /// The most runs that are tried from each segment, counted from half a target duration on.
    ///
    /// It bounds the work if segments are very short; a run of two halves never has a higher bitrate than one
    /// of them.
    private static let maximumExtension = 64

    /// Computes the bitrates; nil if a size is unknown or there is no duration.
    ///
    /// - Parameters:
    ///   - segments: the segments of a media playlist.
    ///   - sizes: the size of each segment in bytes; those of gaps are ignored.
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

    /// Returns the greatest bitrate of a run, or nil if all segments together are shorter than half a target
    /// duration.
    ///
    /// - Parameters:
    ///   - bits: the bits before each segment, then the total.
    ///   - seconds: the seconds before each segment, then the total.
    ///   - target: the target duration in seconds.
    /// - Returns: the bitrate in bits per second.
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

    /// Returns whether one number of seconds is less than another by more than the rounding errors of sums.
    private static func isLess(_ left: Double, _ right: Double) -> Bool { left < right - 1e-6 }
}
