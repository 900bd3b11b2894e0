import Bitstreams
import ISOBaseMedia
package import Mezzanines

/// A muxer that generates fragmented MP4 (CMAF) from a track.
///
/// Times are exactly those of the presentation, in the timescale of the track; see `FragmentTimeline`.
package struct FragmentedMP4Muxer: SegmentMuxer {
    /// The data about one segment: its size without `styp` but with event messages, and the ranges of
    /// I-frames in these bytes.
    package struct Draft: Sendable {
        let size: UInt64
        let fragmentCount: Int
        let iFrames: [GeneratedRendition.IFrame]
        /// starts_with_SAP and SAP_type for `sidx`, in their positions in the 32-bit field.
        let accessPoint: UInt32
    }

    private let segments: TrackSegments
    private let isSingleFile: Bool
    private let plan: FragmentedTrackPlan

    /// Creates a muxer.
    ///
    /// - Parameters:
    ///   - segments: the cut track.
    ///   - isSingleFile: true for one file with a `sidx` and playlists with byte ranges; false for a file per
    ///     segment.
    /// - Throws: `MezzanineError` if times do not fit into fragments or there are more segments than a `sidx`
    ///   can list.
    package init(_ segments: TrackSegments, isSingleFile: Bool) throws(MezzanineError) {
        self.segments = segments
        self.isSingleFile = isSingleFile
        plan = try FragmentedTrackPlan(segments)
        if isSingleFile { try SegmentIndexBuilder.check(segments) }
    }

    package var segmentCount: Int { segments.segments.count }

    /// Returns the `ftyp` and `moov` of the track.
    func initializationSection() throws(MezzanineError) -> [UInt8] {
        let last = segments.segments.last
        let end = (last?.start ?? 0).addingReportingOverflow(last?.duration ?? 0).partialValue
        return InitializationBoxes(plan, duration: UInt64(clamping: end)).bytes
    }

    /// Computes the draft of a segment from its sample sizes.
    ///
    /// - Parameter index: the index of the segment, from 0.
    /// - Returns: the draft.
    /// - Throws: `MezzanineError` if a fragment has too many samples or a sample is beyond the end of the
    ///   source.
    package func draft(_ index: Int) throws(MezzanineError) -> Draft {
        try SegmentDrafter(plan).draft(
            segments.segments[index].samples,
            startingAt: plan.eventMessages.size(of: index)
        )
    }

    /// Combines the drafts of all segments into a rendition.
    ///
    /// - Parameter drafts: the drafts of all segments, in order.
    /// - Returns: the files of the rendition.
    /// - Throws: `MezzanineError` if a segment is too large for a `sidx`.
    package func rendition(of drafts: [Draft]) throws(MezzanineError) -> GeneratedRendition {
        let head = try initializationSection()
        let segmentSources = sources(drafts)
        return isSingleFile
            ? try singleFile(head, segmentSources, drafts) : files(head, segmentSources, drafts)
    }

    private func sources(_ drafts: [Draft]) -> [FragmentedSegmentSource] {
        let typeSize = isSingleFile ? 0 : plan.brands.segmentType.size
        var sequenceNumber: UInt32 = 1
        return zip(segments.segments, drafts).enumerated().map { index, pair in
            let (segment, draft) = pair
            defer { sequenceNumber &+= UInt32(truncatingIfNeeded: draft.fragmentCount) }
            return FragmentedSegmentSource(
                plan: plan,
                samples: segment.samples,
                emptyDecodeTime: UInt64(clamping: segment.start &+ plan.timeline.editMediaTime),
                sequenceNumber: sequenceNumber,
                hasSegmentType: !isSingleFile,
                eventMessages: plan.eventMessages.messages[index],
                size: typeSize + draft.size
            )
        }
    }

    private func files(
        _ head: [UInt8],
        _ segmentSources: [FragmentedSegmentSource],
        _ drafts: [Draft]
    ) -> GeneratedRendition {
        var files = [GeneratedRendition.File(name: "init.mp4", bytes: InMemoryByteSource(head))]
        var renditionSegments: [GeneratedRendition.Segment] = []
        for (index, source) in segmentSources.enumerated() {
            let name = SegmentFileName.name(index, suffix: "m4s")
            files.append(GeneratedRendition.File(name: name, bytes: source))
            let start = source.size - drafts[index].size
            renditionSegments.append(
                segment(index, GeneratedRendition.Location(file: index + 1), drafts[index], at: start)
            )
        }
        return GeneratedRendition(
            files: files,
            initializationSection: GeneratedRendition.Location(file: 0),
            segments: renditionSegments
        )
    }

    private func singleFile(
        _ head: [UInt8],
        _ segmentSources: [FragmentedSegmentSource],
        _ drafts: [Draft]
    ) throws(MezzanineError) -> GeneratedRendition {
        let segmentIndex = try SegmentIndexBuilder.bytes(segments, drafts)
        let file = SingleFileSource(
            head: head + segmentIndex,
            segments: segmentSources,
            source: segments.track.bytes
        )
        let renditionSegments = segmentSources.indices.map { number in
            let range = file.offsets[number]..<file.offsets[number + 1]
            let location = GeneratedRendition.Location(file: 0, range: range)
            return segment(number, location, drafts[number], at: range.lowerBound)
        }
        return GeneratedRendition(
            files: [GeneratedRendition.File(name: "media.mp4", bytes: file)],
            initializationSection: GeneratedRendition.Location(file: 0, range: 0..<UInt64(head.count)),
            segments: renditionSegments
        )
    }

    /// Returns the playlist data of a segment whose fragments start at `offset` in its file.
    private func segment(
        _ index: Int,
        _ location: GeneratedRendition.Location,
        _ draft: Draft,
        at offset: UInt64
    ) -> GeneratedRendition.Segment {
        let segment = segments.segments[index]
        let timescale = segments.track.timescale
        return GeneratedRendition.Segment(
            location: location,
            start: MediaTime(ticks: segment.start, timescale: timescale),
            duration: MediaTime(ticks: segment.duration, timescale: timescale),
            iFrames: draft.iFrames.map { frame in
                let range = frame.range.lowerBound + offset..<frame.range.upperBound + offset
                return GeneratedRendition.IFrame(range: range, start: frame.start)
            }
        )
    }
}
