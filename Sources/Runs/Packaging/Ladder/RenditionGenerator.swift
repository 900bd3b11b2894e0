import Failures
import Mezzanines
import Muxing
import Presentations

/// Generates the files of all renditions.
///
/// All threads draft segments and check audio CRCs; then each rendition is put together from its drafts.
struct RenditionGenerator {
    let request: PackagingRequest
    let progress: any ProgressSink
    let cancellation: Cancellation

    /// Generates renditions.
    ///
    /// - Parameters:
    ///   - renditions: the planned renditions.
    ///   - segmentation: the segments of their tracks, in the order of the renditions.
    /// - Returns: one generated rendition for each planned one, and the warnings.
    /// - Throws: `RunFailure` if media cannot be carried.
    func generate(
        _ renditions: [PlannedRendition],
        _ segmentation: Segmenter.Result
    ) throws(RunFailure) -> (renditions: [GeneratedRendition], warnings: [String]) {
        var nextTrack = segmentation.tracks.startIndex
        var tracks: [[TrackSegments]] = []
        for rendition in renditions {
            let end = min(nextTrack + rendition.tracks.count, segmentation.tracks.endIndex)
            let ownTracks = Array(segmentation.tracks[nextTrack..<end])
            // Drops empty segments at the end, unless another track with samples is multiplexed.
            tracks.append(ownTracks.count == 1 ? ownTracks.map(\.withoutEmptyEnd) : ownTracks)
            nextTrack = end
        }
        let muxers = try zip(renditions, tracks).map { (rendition, tracks) throws(RunFailure) in
            try muxer(of: rendition, tracks)
        }
        let drafts = try drafts(of: muxers, tracks)
        var generated: [GeneratedRendition] = []
        var warnings =
            request.segmentFormat == .transportStream ? HiddenStartWarnings.warnings(segmentation.tracks) : []
        let crcCheck = AudioCRCCheck(
            needsWholeFrames: request.segmentFormat == .transportStream,
            jobs: request.jobs,
            progress: progress,
            cancellation: cancellation
        )
        warnings += try crcCheck.warnings(tracks.flatMap(\.self))
        for (index, rendition) in renditions.enumerated() {
            try cancellation.check()
            if let muxer = muxers[index] {
                generated.append(
                    try mapErrors(to: RunFailure.mezzanine) { () throws(MezzanineError) in
                        try muxer.rendition(of: drafts[index])
                    }
                )
            } else if case .subtitles(let text) = rendition.content {
                let subtitles = try mapErrors(to: RunFailure.mezzanine) {
                    () throws(MezzanineError) -> Subtitles in
                    try self.subtitles(text, segmentation)
                }
                generated.append(subtitles.rendition)
                warnings += subtitles.warnings
            }
        }
        return (generated, warnings)
    }

    /// Returns the muxer of a rendition, or nil for subtitles.
    private func muxer(
        of rendition: PlannedRendition,
        _ tracks: [TrackSegments]
    ) throws(RunFailure) -> AnyMuxer? {
        guard let first = tracks.first else { return nil }
        return try mapErrors(to: RunFailure.mezzanine) { () throws(MezzanineError) in
            switch request.segmentFormat {
            case .fragmentedMP4:
                AnyMuxer(try FragmentedMP4Muxer(first, isSingleFile: request.isSingleFile))
            case .transportStream where request.usesPackedAudio && rendition.audio != nil:
                AnyMuxer(try PackedAudioMuxer(first))
            case .transportStream:
                AnyMuxer(try TransportStreamMuxer(tracks, isSingleFile: request.isSingleFile))
            }
        }
    }

    private func drafts(
        of muxers: [AnyMuxer?],
        _ tracks: [[TrackSegments]]
    ) throws(RunFailure) -> [[any Sendable]] {
        let work = muxers.enumerated().flatMap { rendition, muxer in
            (0..<(muxer?.segmentCount ?? 0)).map { (rendition: rendition, segment: $0) }
        }
        progress.beginPhase(.cutting, "laying out segments")
        progress.begin(totalBytes: UInt64(work.count))
        defer { progress.end() }
        let (progress, cancellation) = (progress, cancellation)
        let drafts = try WorkerPool(jobs: request.jobs).map(count: work.count, makeState: {}) {
            (_, index) throws(RunFailure) -> any Sendable in
            try cancellation.check()
            guard let muxer = muxers[work[index].rendition] else { throw .fault("a segment without a muxer") }
            let draft = try mapErrors(to: RunFailure.mezzanine) { () throws(MezzanineError) in
                try muxer.draft(work[index].segment)
            }
            progress.advance(by: 1)
            return draft
        }
        var draftsByRendition = muxers.map { _ in [any Sendable]() }
        for (item, draft) in zip(work, drafts) { draftsByRendition[item.rendition].append(draft) }
        return draftsByRendition
    }

    private typealias Subtitles = (rendition: GeneratedRendition, warnings: [String])

    private func subtitles(
        _ text: LadderText,
        _ segmentation: Segmenter.Result
    ) throws(MezzanineError) -> Subtitles {
        // Timestamps of fragmented MP4 start at 0.
        let clockStart =
            request.segmentFormat == .fragmentedMP4 ? 0 : UInt64(TransportClock.presentationStart)
        return try WebVTTSegments.cut(
            path: text.input.path,
            text: text.text,
            boundaries: segmentation.boundaries,
            end: segmentation.end,
            clockStart: clockStart
        )
    }
}

/// A type-erased `SegmentMuxer`, so that one worker pool serves muxers with different types of drafts.
struct AnyMuxer: Sendable {
    /// The number of segments.
    let segmentCount: Int
    private let makeDraft: @Sendable (Int) throws(MezzanineError) -> any Sendable
    private let makeRendition: @Sendable ([any Sendable]) throws(MezzanineError) -> GeneratedRendition

    /// Erases the type of a muxer.
    init<Muxer: SegmentMuxer>(_ muxer: Muxer) {
        segmentCount = muxer.segmentCount
        makeDraft = { (index) throws(MezzanineError) in try muxer.draft(index) }
        makeRendition = { (drafts) throws(MezzanineError) in
            try muxer.rendition(of: drafts.compactMap { $0 as? Muxer.Draft })
        }
    }

    /// See `SegmentMuxer`.
    func draft(_ index: Int) throws(MezzanineError) -> any Sendable { try makeDraft(index) }

    /// See `SegmentMuxer`.
    func rendition(of drafts: [any Sendable]) throws(MezzanineError) -> GeneratedRendition {
        try makeRendition(drafts)
    }
}
