import Mezzanines
import Muxing

/// Computes the `EXTINF` of segments, in whole microseconds.
///
/// Ends are rounded, not durations, so that no error adds up over a playlist.
enum SegmentDurations {
    private static let microseconds: UInt32 = 1_000_000

    /// Returns the durations of segments.
    static func durations(_ segments: [GeneratedRendition.Segment]) -> [Int64] {
        var end: Int64?
        return segments.map { segment in
            let start = segment.start.ticks(of: microseconds)
            // Segments follow each other to within a microsecond, except after a gap.
            let snappedStart = end.map { abs($0 - start) <= 1 ? $0 : start } ?? start
            let segmentEnd = Self.end(of: segment)
            end = segmentEnd
            return max(0, segmentEnd - snappedStart)
        }
    }

    /// Returns the durations of I-frames: each is shown until the next one, the last one until the end.
    ///
    /// - Returns: one duration for each I-frame of the segments, in order.
    static func iFrameDurations(_ segments: [GeneratedRendition.Segment]) -> [Int64] {
        let first = segments.first?.start.ticks(of: microseconds) ?? 0
        var starts = segments.flatMap(\.iFrames).map { max(first, $0.start.ticks(of: microseconds)) }
        starts.append(segments.last.map(end(of:)) ?? 0)
        return zip(starts, starts.dropFirst()).map { max(1, $1 - $0) }
    }

    /// Returns `EXT-X-TARGETDURATION`: the longest duration in whole seconds, rounded (RFC 8216bis 4.4.3.1).
    static func target(of durations: [Int64]) -> Int64 {
        max(1, ((durations.max() ?? 0) + 500_000) / 1_000_000)
    }

    private static func end(of segment: GeneratedRendition.Segment) -> Int64 {
        let (start, duration) = (segment.start, segment.duration)
        guard start.timescale == duration.timescale else {
            return start.ticks(of: microseconds) + duration.ticks(of: microseconds)
        }
        return MediaTime(ticks: start.ticks + duration.ticks, timescale: start.timescale)
            .ticks(of: microseconds)
    }
}
