import ISOBaseMedia
import Mezzanines
import Muxing

/// Determines whether `EXT-X-INDEPENDENT-SEGMENTS` is true (RFC 8216bis 4.4.2.1).
enum IndependentSegments {
    /// Indicates whether every segment of all tracks can be decoded without the segment before it.
    ///
    /// A video segment that begins with a sync sample cannot if pictures follow that are presented before it:
    /// those of an open group of pictures need the segment before.
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
        let start = presentationTime(first)
        while !isFirst, cursor.number < segment.samples.upperBound, let sample = cursor.next() {
            // Pictures after the next sync sample belong to another group.
            if sample.isSync { break }
            if presentationTime(sample) < start { return false }
        }
        return true
    }

    private static func presentationTime(_ sample: MovieSample) -> Int64 {
        Int64(clamping: sample.decodeTime) &+ Int64(sample.compositionOffset)
    }
}
