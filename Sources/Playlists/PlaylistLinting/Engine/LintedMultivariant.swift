import HLSPlaylists

/// A multivariant playlist in the form that checks use.
struct LintedMultivariant: Sendable {
    /// The lines of the playlist.
    let text: LintedPlaylist
    /// The typed view of the playlist.
    let playlist: MultivariantPlaylist

    var name: String { text.name }

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
