package import Mezzanines

/// A muxer that generates packed audio: frames after an ID3 tag with a time stamp (RFC 8216bis 3.1.4).
package struct PackedAudioMuxer: SegmentMuxer {
    /// The data about one segment.
    package struct Draft: Sendable {
        /// The size of the segment in bytes, including the tag.
        let size: UInt64
    }

    private let plan: PackedAudioPlan

    /// Creates a muxer of a cut track.
    ///
    /// - Throws: `MezzanineError` if packed audio cannot carry the codec.
    package init(_ segments: TrackSegments) throws(MezzanineError) {
        plan = try PackedAudioPlan(segments)
    }

    package var segmentCount: Int { plan.trackSegments.segments.count }

    /// Computes the size of a segment from its frame sizes.
    package func draft(_ index: Int) throws(MezzanineError) -> Draft {
        do {
            return Draft(size: try plan.size(ofSegment: index))
        } catch {
            throw .malformed(path: plan.trackSegments.track.path, error)
        }
    }

    /// Combines the drafts of all segments into a rendition with one file per segment.
    package func rendition(of drafts: [Draft]) throws(MezzanineError) -> GeneratedRendition {
        let timescale = plan.trackSegments.track.timescale
        return GeneratedRendition(
            files: drafts.enumerated().map { index, draft in
                GeneratedRendition.File(
                    name: SegmentFileName.name(index, suffix: plan.suffix),
                    bytes: PackedAudioSource(plan, segmentIndex: index, size: draft.size)
                )
            },
            initializationSection: nil,
            segments: drafts.indices.map { index in
                GeneratedRendition.Segment(
                    location: .init(file: index),
                    start: MediaTime(ticks: plan.trackSegments.segments[index].start, timescale: timescale),
                    duration: MediaTime(
                        ticks: plan.trackSegments.segments[index].duration,
                        timescale: timescale
                    )
                )
            }
        )
    }
}
