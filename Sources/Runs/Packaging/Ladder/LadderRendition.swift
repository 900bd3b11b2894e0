import Bitstreams
import HLSPlaylists
import Muxing

/// A rendition with its files and playlists.
struct LadderRendition: Sendable {
    let planned: PlannedRendition
    /// The generated files.
    let generated: GeneratedRendition
    /// The text of the media playlist.
    let playlist: String
    /// The text of the I-frame playlist, or nil if the rendition has no video or none is wanted.
    let iFramePlaylist: String?
    /// The bitrates of the segments, or nil if they have no duration.
    let bitrates: SegmentBitrates?
    /// The bitrates of the I-frames, or nil without an I-frame playlist.
    let iFrameBitrates: SegmentBitrates?

    /// The URI of the media playlist in the multivariant one.
    var uri: String { planned.outputName + ".m3u8" }
    /// The URI of the I-frame playlist in the multivariant one.
    var iFrameURI: String { planned.outputName + RenditionNames.iFrames + ".m3u8" }

    /// Writes the playlists of a rendition.
    ///
    /// - Parameters:
    ///   - planned: the planned rendition.
    ///   - generated: the generated files.
    ///   - target: `EXT-X-TARGETDURATION`, in seconds.
    ///   - wantsIFrames: indicates whether video gets an I-frame playlist.
    init(_ planned: PlannedRendition, _ generated: GeneratedRendition, target: Int64, wantsIFrames: Bool) {
        (self.planned, self.generated) = (planned, generated)
        let writer = MediaPlaylistText(generated: generated, folder: planned.outputName, target: target)
        playlist = writer.text(durations: SegmentDurations.durations(generated.segments))
        let hasIFrames =
            wantsIFrames && planned.video != nil && generated.segments.contains { !$0.iFrames.isEmpty }
        iFramePlaylist =
            hasIFrames
            ? writer.iFrameText(durations: SegmentDurations.iFrameDurations(generated.segments)) : nil
        let sizes = generated.segments.map { segment in
            segment.location.range.map { $0.upperBound - $0.lowerBound }
                ?? generated.files[segment.location.file].bytes.size
        }
        bitrates = Self.bitrates(playlist, sizes)
        iFrameBitrates = iFramePlaylist.flatMap { text in
            Self.bitrates(
                text,
                generated.segments.flatMap(\.iFrames).map { $0.range.upperBound - $0.range.lowerBound }
            )
        }
    }

    /// Measures the bitrates with the durations that the playlist text states, as validators do.
    private static func bitrates(_ text: String, _ sizes: [UInt64]) -> SegmentBitrates? {
        guard let document = try? PlaylistDocument(parsing: Array(text.utf8)),
            let playlist = try? MediaPlaylist(document)
        else { return nil }
        return SegmentBitrates(
            playlist.segments,
            sizes: sizes,
            target: .seconds(Int64(clamping: playlist.targetDuration))
        )
    }
}
