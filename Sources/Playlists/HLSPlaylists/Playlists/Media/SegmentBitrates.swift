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
        var cumulativeBits = [0.0]
        var cumulativeSeconds = [0.0]
        for (segment, size) in zip(segments, sizes) where !segment.hasGap {
            guard let bytes = size else { return nil }
            cumulativeBits.append(cumulativeBits[cumulativeBits.count - 1] + 8 * Double(bytes))
            cumulativeSeconds.append(
                cumulativeSeconds[cumulativeSeconds.count - 1] + segment.duration.inSeconds
            )
        }
        let totalSeconds = cumulativeSeconds[cumulativeSeconds.count - 1]
        guard totalSeconds > 0 else { return nil }
        average = cumulativeBits[cumulativeBits.count - 1] / totalSeconds
        peak = Self.peak(cumulativeBits, cumulativeSeconds, target: target.inSeconds) ?? average
    }

    /// Returns the greatest bitrate of a run, or nil if all segments together are shorter than half a target
    /// duration.
    ///
    /// - Parameters:
    ///   - cumulativeBits: the bits before each segment, then the total.
    ///   - cumulativeSeconds: the seconds before each segment, then the total.
    ///   - target: the target duration in seconds.
    /// - Returns: the bitrate in bits per second.
    private static func peak(_ cumulativeBits: [Double], _ cumulativeSeconds: [Double], target: Double)
        -> Double?
    {
        var peak: Double?
        var firstEnd = 0
        for start in 0..<(cumulativeBits.count - 1) {
            firstEnd = max(firstEnd, start + 1)
            while firstEnd < cumulativeBits.count,
                isLess(cumulativeSeconds[firstEnd] - cumulativeSeconds[start], 0.5 * target)
            {
                firstEnd += 1
            }
            for end
                in firstEnd..<min(max(cumulativeBits.count, firstEnd), firstEnd + maximumExtension)
            {
                let duration = cumulativeSeconds[end] - cumulativeSeconds[start]
                guard !isLess(1.5 * target, duration) else { break }
                if duration > 0 {
                    peak = max(peak ?? 0, (cumulativeBits[end] - cumulativeBits[start]) / duration)
                }
            }
        }
        return peak
    }

    /// Returns whether one number of seconds is less than another by more than the rounding errors of sums.
    private static func isLess(_ left: Double, _ right: Double) -> Bool { left < right - 1e-6 }
}
