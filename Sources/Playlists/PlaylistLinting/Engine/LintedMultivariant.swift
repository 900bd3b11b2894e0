import HLSPlaylists

/// A multivariant playlist in the form that checks use.
struct LintedMultivariant: Sendable {
    /// The lines of the playlist.
    let lintedPlaylist: LintedPlaylist
    /// The typed view of the playlist.
    let playlist: MultivariantPlaylist

    var name: String { lintedPlaylist.name }

    /// The roles of the media playlists, by the line of the tag that refers to them.
    var roles: [Int: LintedMedia.Role] {
        var roles: [Int: LintedMedia.Role] = [:]
        for variant in playlist.variants { roles[variant.line] = .variant }
        for variant in playlist.iFrameVariants { roles[variant.line] = .iFrameVariant }
        for rendition in playlist.renditions where rendition.uri != nil {
            roles[rendition.line] = .rendition(rendition.type)
        }
        return roles
    }
}

extension LintedMultivariant {
    /// A variant or I-frame variant, in the form that checks of both use.
    struct Stream {
        let line: Int
        /// `EXT-X-STREAM-INF` or `EXT-X-I-FRAME-STREAM-INF`.
        let tag: TagName
        /// The attributes that both tags have.
        let information: StreamInformation
    }

    /// The variants and I-frame variants in the order of the lines.
    var streams: [Stream] {
        let variants = playlist.variants.map {
            Stream(line: $0.line, tag: .streamInformation, information: $0.stream)
        }
        let iFrameVariants = playlist.iFrameVariants.map {
            Stream(line: $0.line, tag: .iFrameStreamInformation, information: $0.stream)
        }
        return (variants + iFrameVariants).sorted { $0.line < $1.line }
    }
}
