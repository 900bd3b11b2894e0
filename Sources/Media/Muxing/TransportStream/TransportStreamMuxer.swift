package import Mezzanines
import ProtectionTerms

/// A muxer that generates transport streams of one or several tracks.
package struct TransportStreamMuxer: SegmentMuxer {
    private let plan: MultiplexPlan
    private let isSingleFile: Bool

    /// Creates a muxer.
    ///
    /// - Parameters:
    ///   - tracks: one track, or video and audio to be multiplexed; all with the same number of segments.
    ///   - isSingleFile: true for one file and playlists with byte ranges; false for a file per segment.
    /// - Throws: `MezzanineError` for a codec that transport streams for HLS cannot carry (AV1, HEVC, Opus,
    ///   FLAC, ALAC, xHE-AAC).
    package init(_ tracks: [TrackSegments], isSingleFile: Bool) throws(MezzanineError) {
        guard let first = tracks.first,
            tracks.allSatisfy({ $0.segments.count == first.segments.count })
        else {
            throw .unsupported(
                path: tracks.first?.track.path ?? "",
                what:
                    "a transport stream of tracks with \(tracks.map(\.segments.count)) segments (expected the same number for each)",
                "Package the tracks on their own: leave out \(CommandOption.muxed)."
            )
        }
        plan = try MultiplexPlan(tracks)
        self.isSingleFile = isSingleFile
    }

    package var segmentCount: Int { plan.streams.first?.trackSegments.segments.count ?? 0 }

    /// Computes the draft of a segment, its size and I-frames, by counting its transport packets.
    package func draft(_ index: Int) throws(MezzanineError) -> Draft { try plan.draft(index) }

    /// Combines the drafts of all segments into a rendition, with continuity counters that continue across
    /// segments.
    package func rendition(of drafts: [Draft]) throws(MezzanineError) -> GeneratedRendition {
        let sourceSegments = assignOffsets(drafts)
        let trackSegments = plan.streams[plan.pcrStreamIndex].trackSegments
        let segments = zip(sourceSegments, drafts).enumerated().map { index, segment in
            let (sourceSegment, draft) = segment
            let start = sourceSegment.range.lowerBound
            return GeneratedRendition.Segment(
                location: isSingleFile ? .init(file: 0, range: sourceSegment.range) : .init(file: index),
                start: MediaTime(
                    ticks: trackSegments.segments[index].start,
                    timescale: trackSegments.track.timescale
                ),
                duration: MediaTime(
                    ticks: trackSegments.segments[index].duration,
                    timescale: trackSegments.track.timescale
                ),
                iFrames: draft.iFrames.map { frame in
                    let range = start + frame.range.lowerBound..<start + frame.range.upperBound
                    return GeneratedRendition.IFrame(range: range, start: frame.start)
                }
            )
        }
        let files =
            isSingleFile
            ? [GeneratedRendition.File(name: "media.ts", bytes: TransportStreamSource(plan, sourceSegments))]
            : sourceSegments.map { segment in
                GeneratedRendition.File(
                    name: SegmentFileName.name(segment.index, suffix: "ts"),
                    bytes: TransportStreamSource(plan, [segment])
                )
            }
        return GeneratedRendition(files: files, initializationSection: nil, segments: segments)
    }

    /// Returns the ranges of the segments in their files, and the continuity counters that they start with.
    private func assignOffsets(_ drafts: [Draft]) -> [TransportStreamSource.Segment] {
        var start: UInt64 = 0
        var tableCounter: UInt8 = 0
        var counters = [UInt8](repeating: 0, count: plan.streams.count)
        return drafts.enumerated().map { index, draft in
            defer {
                start = isSingleFile ? start + draft.size : 0
                tableCounter &+= UInt8(truncatingIfNeeded: draft.tablePacketCount)
                for stream in counters.indices {
                    counters[stream] &+= UInt8(truncatingIfNeeded: draft.streamPacketCounts[stream])
                }
            }
            return TransportStreamSource.Segment(
                index: index,
                range: start..<start + draft.size,
                tableCounter: tableCounter,
                counters: counters
            )
        }
    }
}
