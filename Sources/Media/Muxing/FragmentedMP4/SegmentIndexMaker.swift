import ISOBaseMedia
import Mezzanines

/// Makes the `sidx` of a file: one reference for each segment.
enum SegmentIndexMaker {
    /// The most references: reference_count has 16 bits.
    private static let limit = Int(UInt16.max)

    /// Checks what is known before segments are sized.
    ///
    /// - Throws: `MezzanineError` for too many segments.
    static func check(_ segments: TrackSegments) throws(MezzanineError) {
        guard segments.segments.count <= limit else {
            throw .unsupported(
                path: segments.track.path,
                what:
                    "a single file of \(segments.segments.count) segments (expected at most \(limit), what its index holds)",
                "Make segments longer, or leave out --single-file."
            )
        }
    }

    /// The bytes of the box, which stands right in front of the segments.
    ///
    /// - Parameters:
    ///   - segments: the cut track.
    ///   - drafts: of all segments.
    /// - Returns: the bytes.
    /// - Throws: `MezzanineError` for a segment whose size or length has no room.
    static func bytes(
        _ segments: TrackSegments,
        _ drafts: [FragmentedMP4Maker.Draft]
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
                        + "2^32 ticks, what its index holds)",
                    "Make segments shorter, or leave out --single-file."
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
