import HLSPlaylists

/// A playlist line in the form that checks of lines use.
struct LintedLine {
    /// The name of the playlist.
    let playlist: String
    let playlistKind: PlaylistKind
    let playlistLine: PlaylistLine
    let kind: PlaylistLine.Kind
    /// The attributes of a tag that has an attribute list, or nil if they are malformed.
    let attributes: AttributeList?

    /// The line number, from 1.
    var number: Int { playlistLine.number }

    /// The tag of the line, or nil if it is not a known tag.
    var tag: TagName? {
        guard case .tag(let tag) = kind else { return nil }
        return tag
    }
}
