import Bitstreams
import HLSPlaylists
import Muxing

/// A rendition with its files and playlists.
struct LadderRendition: Sendable {
    /// What it is.
    let planned: PlannedRendition
    /// Its files.
    let made: MadeRendition
    /// Its media playlist.
    let playlist: String
    /// The playlist of its I-frames; nil of all but video, and where none is wanted.
    let iFramePlaylist: String?
    /// Bits a second of its segments; nil where there is no duration.
    let bitrates: SegmentBitrates?
    /// Bits a second of its I-frames.
    let iFrameBitrates: SegmentBitrates?

    /// The URI of its media playlist in the multivariant one.
    var uri: String { planned.outputName + ".m3u8" }
    /// The URI of the playlist of its I-frames.
    var iFrameURI: String { planned.outputName + RenditionNames.iFrames + ".m3u8" }

    /// Writes the playlists of a rendition.
    ///
    /// - Parameters:
    ///   - planned: what it is.
    ///   - made: its files.
    ///   - target: `EXT-X-TARGETDURATION`.
    ///   - wantsIFrames: whether video gets a playlist of its I-frames.
    init(_ planned: PlannedRendition, _ made: MadeRendition, target: Int64, wantsIFrames: Bool) {
        (self.planned, self.made) = (planned, made)
        let writer = MediaPlaylistText(made: made, folder: planned.outputName, target: target)
        playlist = writer.text(durations: SegmentDurations.durations(made.segments))
        let hasIFrames =
            wantsIFrames && planned.video != nil && made.segments.contains { !$0.iFrames.isEmpty }
        iFramePlaylist =
            hasIFrames
            ? writer.iFrameText(durations: SegmentDurations.iFrameDurations(made.segments)) : nil
        let sizes = made.segments.map { segment in
            segment.place.range.map { $0.upperBound - $0.lowerBound }
                ?? made.files[segment.place.file].bytes.size
        }
        bitrates = Self.bitrates(playlist, sizes)
        iFrameBitrates = iFramePlaylist.flatMap { text in
            Self.bitrates(
                text,
                made.segments.flatMap(\.iFrames).map { $0.range.upperBound - $0.range.lowerBound }
            )
        }
    }

    /// Measured over the playlist as it is written, as those who check it do.
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
