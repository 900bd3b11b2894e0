package import Mezzanines

/// Makes packed audio of a track: frames behind an ID3 tag with a time stamp (RFC 8216bis 3.1.4).
package struct PackedAudioMaker: SegmentMaker {
    /// What is known of a segment on its own.
    package struct Draft: Sendable {
        /// Bytes, those of the tag included.
        let size: UInt64
    }

    private let plan: PackedAudioPlan

    /// - Parameter segments: the cut track.
    /// - Throws: `MezzanineError` for a codec that packed audio cannot carry.
    package init(_ segments: TrackSegments) throws(MezzanineError) {
        plan = try PackedAudioPlan(segments)
    }

    /// Number of segments.
    package var segmentCount: Int { plan.cut.segments.count }

    /// Looks at a segment: adds up its frames.
    package func draft(_ index: Int) throws(MezzanineError) -> Draft {
        do {
            return Draft(size: try plan.size(ofSegment: index))
        } catch {
            throw .malformed(path: plan.cut.track.path, error)
        }
    }

    /// Puts segments together: a file each.
    package func rendition(of drafts: [Draft]) throws(MezzanineError) -> MadeRendition {
        let timescale = plan.cut.track.timescale
        return MadeRendition(
            files: drafts.enumerated().map { index, draft in
                MadeRendition.File(
                    name: SegmentFileName.make(index, suffix: plan.suffix),
                    bytes: PackedAudioSource(plan, segment: index, size: draft.size)
                )
            },
            initialization: nil,
            segments: drafts.indices.map { index in
                MadeRendition.Segment(
                    place: .init(file: index),
                    start: MediaTime(ticks: plan.cut.segments[index].start, timescale: timescale),
                    duration: MediaTime(ticks: plan.cut.segments[index].duration, timescale: timescale)
                )
            }
        )
    }
}
