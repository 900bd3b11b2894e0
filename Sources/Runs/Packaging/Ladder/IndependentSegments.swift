import ISOBaseMedia
import Mezzanines
import Muxing

/// Tells whether `EXT-X-INDEPENDENT-SEGMENTS` is true (RFC 8216bis 4.4.2.1).
enum IndependentSegments {
    /// Whether every segment of all tracks can be decoded without the one before it.
    ///
    /// A segment of video that begins with a sync sample can not where pictures follow that are presented before it: those
    /// of an open group need the one before.
    static func areAll(_ tracks: [TrackSegments]) -> Bool {
        tracks.allSatisfy { track in
            track.track.content != .video
                || track.segments.allSatisfy {
                    isIndependent($0, track.track.samples, isFirst: $0.samples.lowerBound == 0)
                }
        }
    }

    private static func isIndependent(
        _ segment: TrackSegments.Segment,
        _ samples: SampleIndex,
        isFirst: Bool
    ) -> Bool {
        var cursor = samples.samples(from: segment.samples.lowerBound)
        guard !segment.samples.isEmpty, let first = cursor.next() else { return true }
        guard first.isSync else { return false }
        let start = presentation(first)
        while !isFirst, cursor.number < segment.samples.upperBound, let sample = cursor.next() {
            // Behind the next sync sample there are pictures of another group.
            if sample.isSync { break }
            if presentation(sample) < start { return false }
        }
        return true
    }

    private static func presentation(_ sample: MovieSample) -> Int64 {
        Int64(clamping: sample.decodeTime) &+ Int64(sample.compositionOffset)
    }
}
