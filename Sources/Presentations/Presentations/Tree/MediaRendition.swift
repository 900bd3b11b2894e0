package import HLSPlaylists

/// A media playlist of a presentation, with its role in the multivariant playlist.
package struct MediaRendition: Sendable {
    /// The path of the playlist in the tree.
    package let path: TreePath
    /// The parsed playlist.
    package let playlist: MediaPlaylist
    /// The description of the rendition in the multivariant playlist.
    package let role: RenditionRole

    /// The name of the rendition: the path of the playlist without extension.
    package var name: String { path.withoutExtension }
}

/// The description of a media playlist in the multivariant playlist.
package struct RenditionRole: Hashable, Sendable {
    /// The kind of media.
    package enum Media: Hashable, Sendable {
        /// Video, or video with audio.
        case video
        /// Audio only.
        case audio
        /// Subtitles only.
        case subtitles
        /// The playlists do not tell.
        case unknown
    }

    /// The kind of media in the playlist.
    package var media: Media
    /// The largest resolution of the variants that list it, or nil if none has one.
    package var resolution: Resolution?
    /// The MPEG-4 audio codecs (RFC 6381) of the variants that it belongs to, such as `mp4a.40.2`.
    package var audioCodecs: Set<String> = []
    /// The highest frame rate of the variants that list it, or nil if none has one.
    package var framesPerSecond: Double?
    /// Indicates whether a variant lists it with a high dynamic range (`VIDEO-RANGE`).
    package var isHDR = false
    /// The number of audio channels (`CHANNELS`), or nil if not stated.
    package var channels: Int?
    /// The values of `NAME` and `GROUP-ID`.
    package var labels: [String] = []

    /// The role of a playlist that no multivariant playlist lists.
    static let unknown = RenditionRole(media: .unknown, resolution: nil)

    /// Merges two roles of a playlist that is listed more than once: video wins, then the larger picture.
    func merged(with other: RenditionRole) -> RenditionRole {
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
    /// The number of pixels of a picture, at most `UInt64.max`.
    package var pixelCount: UInt64 {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }
}
