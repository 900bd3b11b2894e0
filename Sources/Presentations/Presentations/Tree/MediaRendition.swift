package import HLSPlaylists

/// One media playlist of a presentation, read from disk.
package struct MediaRendition: Sendable {
    /// Where the playlist is in the tree.
    package let path: TreePath
    /// The playlist.
    package let playlist: MediaPlaylist
    /// What the multivariant playlist says about it.
    package let role: RenditionRole

    /// The name of the rendition: the playlist's path without its ending.
    package var name: String { path.withoutExtension }
}

/// What a multivariant playlist says about a media playlist.
package struct RenditionRole: Hashable, Sendable {
    /// The kind of media.
    package enum Media: Hashable, Sendable {
        /// Video, or audio and video in one.
        case video
        /// Audio only.
        case audio
        /// Subtitles only.
        case subtitles
        /// The playlists do not say.
        case unknown
    }

    /// The kind of media.
    package var media: Media
    /// The largest resolution under which it is listed.
    package var resolution: Resolution?
    /// The codecs of MPEG-4 audio (RFC 6381) of the variants that it belongs to: `mp4a.40.2`.
    package var audioCodecs: Set<String> = []
    /// The highest frame rate under which it is listed.
    package var framesPerSecond: Double?
    /// Whether it is listed as of a high dynamic range.
    package var isHDR = false
    /// The channels of its sound (`CHANNELS`).
    package var channels: Int?
    /// Its NAME and GROUP-ID.
    package var labels: [String] = []

    /// What is known of a playlist that no multivariant playlist lists.
    package static let unknown = RenditionRole(media: .unknown, resolution: nil)

    /// Both roles in one, for a playlist that is listed more than once: video wins, then the larger picture.
    package func merged(with other: RenditionRole) -> RenditionRole {
        RenditionRole(
            media: [.video, .audio, .subtitles].first { media == $0 || other.media == $0 } ?? .unknown,
            resolution: [resolution, other.resolution].compactMap(\.self).max {
                $0.pixelCount < $1.pixelCount
            },
            audioCodecs: audioCodecs.union(other.audioCodecs),
            framesPerSecond: [framesPerSecond, other.framesPerSecond].compactMap(\.self).max(),
            isHDR: isHDR || other.isHDR,
            channels: [channels, other.channels].compactMap(\.self).max(),
            labels: labels + other.labels.filter { !labels.contains($0) }
        )
    }
}

extension Resolution {
    /// The pixels of a picture, at most `UInt64.max`.
    package var pixelCount: UInt64 {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }
}
