import HLSPlaylists

/// A multivariant playlist as the rules see it.
struct LintedMultivariant: Sendable {
    /// Its text.
    let text: LintedText
    /// Its view.
    let playlist: MultivariantPlaylist

    /// The name of the playlist.
    var name: String { text.name }

    /// The roles of media playlists by the line of the tag that names them.
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
