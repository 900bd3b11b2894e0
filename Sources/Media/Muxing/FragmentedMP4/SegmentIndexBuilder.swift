import ISOBaseMedia
import Mezzanines
import ProtectionTerms

/// A generator of the `sidx` of a single file, with one reference per segment.
enum SegmentIndexBuilder {
    /// The largest number of references: reference_count has 16 bits.
    private static let limit = Int(UInt16.max)

    /// Throws if there are too many segments for a `sidx`, which is known before drafts are computed.
    static func check(_ segments: TrackSegments) throws(MezzanineError) {
        guard segments.segments.count <= limit else {
            throw .unsupported(
                path: segments.track.path,
                what:
                    "a single file of \(segments.segments.count) segments (expected at most \(limit), the limit of its index)",
                "Make segments longer, or leave out \(CommandOption.singleFile)."
            )
        }
    }

    /// Returns the box, which is written directly before the first segment.
    ///
    /// - Parameters:
    ///   - segments: the cut track.
    ///   - drafts: the drafts of all segments.
    /// - Returns: the bytes of the box.
    /// - Throws: `MezzanineError` if the size or duration of a segment does not fit.
    static func bytes(
        _ segments: TrackSegments,
        _ drafts: [FragmentedMP4Muxer.Draft]
    ) throws(MezzanineError) -> [UInt8] {
        var references: [SegmentIndexBox.Reference] = []
        for (segment, draft) in zip(segments.segments, drafts) {
            guard draft.size <= SegmentIndexBox.maximumReferenceSize,
                let duration = UInt32(exactly: segment.duration)
            else {
                throw .unsupported(
                    path: segments.track.path,
                    what:
                        "a segment of \(draft.size) bytes and \(segment.duration) ticks in a single file (expected at most 2 GiB and "
                        + "2^32 ticks, the limits of its index)",
                    "Make segments shorter, or leave out \(CommandOption.singleFile)."
                )
            }
            references.append(
                SegmentIndexBox.Reference(
                    mediaSize: UInt32(draft.size),
                    duration: duration,
                    accessPoint: draft.accessPoint
                )
            )
        }
        let index = SegmentIndexBox(
            referenceID: InitializationBoxes.trackID,
            timescale: segments.track.timescale,
            earliestPresentationTime: UInt64(clamping: segments.segments.first?.start ?? 0),
            references: references
        )
        return BoxNode("sidx", fields: index.body).bytes
    }
}
