package import Failures
import HLSPlaylists
import Inspection
import PlaylistLinting
package import Presentations

/// A published presentation as reports describe it, from its playlists and the sizes of its media files.
///
/// No media is read.
package struct PublishedTree: Sendable {
    private let tree: PlaylistTree
    private let measurements: [TreePath: MediaMeasurement]

    /// Reads the playlists of a presentation and determines the sizes of its files.
    ///
    /// - Parameters:
    ///   - playlist: the path of the multivariant or media playlist.
    ///   - root: the directory that no URI may leave; nil for that of the playlist.
    ///   - cancellation: stops the work.
    /// - Throws: `RunFailure` if the playlist cannot be read or the work was canceled.
    package init(
        playlist: String,
        root: String? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(RunFailure) {
        tree = try PlaylistTreeReader(path: playlist, root: root).read()
        // One thread suffices, as several titles are processed at once.
        measurements = try PresentationMeasurer(.sizes).measure(tree, jobs: 1, cancellation: cancellation)
    }

    /// Messages about playlists that cannot be read and files that are missing or too short.
    package var problems: [String] {
        let playlists = tree.missing.map { missing in
            "\(tree.entry):\(missing.line): \(KeyURIRedaction.redacted(missing.uri)) cannot be read as a playlist of the presentation. Restore the file, or remove the line."
        }
        let files = tree.media.flatMap { media in
            (measurements[media.path]?.failures ?? [:]).sorted { $0.key < $1.key }
                .map { "\(media.path): \($0.value)" }
        }
        return playlists + files
    }

    /// Returns the media playlists in order of first mention.
    ///
    /// - Parameter keyIDs: key ids by key URI, unredacted or redacted; for other URIs the ids in the key
    ///   lines are used.
    /// - Returns: a rendition for each media playlist.
    package func renditions(keyIDs: [String: String] = [:]) -> [TitleRendition] {
        let inspection = PlaylistInspector(tree).inspection(runsLinter: false)
        var spans = KeySpanBuilder(keyIDs: keyIDs)
        return zip(tree.media, inspection.media).map { media, inspected in
            rendition(media, inspected, spans.spans(of: inspected.keys, in: media.reading.playlist))
        }
    }

    private func rendition(
        _ media: PlaylistTree.Media,
        _ inspected: MediaInspection,
        _ timeline: [TitleRendition.Span]
    ) -> TitleRendition {
        let playlist = media.reading.playlist
        let sizes = measurements[media.path]?.segments.map(\.byteCount) ?? playlist.segments.map { _ in nil }
        let bitrates = SegmentBitrates(
            playlist.segments,
            sizes: sizes,
            target: .seconds(Int64(clamping: playlist.targetDuration))
        )
        return TitleRendition(
            name: media.path.withoutExtension,
            playlist: media.path.description,
            kind: playlist.isIFramesOnly ? .iFrames : Self.kind(of: media.role.media),
            encrypted: inspected.segments.encrypted,
            bytes: sizes.reduce(0) { $0.addingSaturated($1 ?? 0) },
            averageBitrate: bitrates.map { Self.whole($0.average) },
            peakBitrate: bitrates.map { Self.whole($0.peak) },
            timeline: timeline,
            segmentBitrates: zip(playlist.segments, sizes).map { segment, size in
                Self.bitrate(of: size ?? 0, segment.duration.roundedSeconds)
            },
            segmentDurations: playlist.segments.map { $0.duration.roundedSeconds },
            duration: inspected.duration.duration.roundedSeconds
        )
    }

    private static func kind(of media: RenditionRole.Media) -> TitleRendition.Kind {
        switch media {
        case .video: .video
        case .audio: .audio
        case .subtitles: .subtitles
        case .unknown: .media
        }
    }

    private static func bitrate(of bytes: UInt64, _ seconds: Double) -> Int {
        seconds > 0 ? whole(8 * Double(bytes) / seconds) : 0
    }

    private static func whole(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? .max }
}

extension Duration {
    /// The duration in seconds, rounded to microseconds.
    var roundedSeconds: Double {
        let (seconds, attoseconds) = components
        let exact = Double(seconds) + Double(attoseconds) / 1e18
        return (exact * 1e6).rounded() / 1e6
    }
}
