import HLSPlaylists

/// A line as the rules for lines see it.
struct LintedLine {
    /// The name of the playlist.
    let playlist: String
    /// What kind of playlist it is.
    let playlistKind: PlaylistKind
    /// The line.
    let line: PlaylistLine
    /// What the line is.
    let kind: PlaylistLine.Kind
    /// The attributes of a tag that has an attribute list; nil where it is malformed.
    let attributes: AttributeList?

    /// The number of the line, from 1.
    var number: Int { line.number }

    /// The tag of a line with a known tag.
    var tag: TagName? {
        guard case .tag(let tag) = kind else { return nil }
        return tag
    }
}
