import Presentations

/// A media playlist that a multivariant playlist names.
package struct PlaylistLink: Sendable, Encodable {
    /// Whether there is one.
    package enum State: String, Sendable, Encodable {
        /// It is in the tree.
        case present
        /// There is no such file, or it cannot be read, or it is no playlist.
        case missing
        /// The URI is no path in the tree.
        case remote
    }

    /// The playlist, relative to the root; where it is not in the tree the URI without its query.
    package let playlist: String
    /// Whether there is one.
    package let state: State
    /// Why it is not there.
    package let reason: String?
}

/// Finds the links of a multivariant playlist by the lines of the tags.
struct PlaylistLinks {
    private var links: [Int: PlaylistLink] = [:]

    init(_ tree: PlaylistTree) {
        for media in tree.media {
            let link = PlaylistLink(playlist: media.path.description, state: .present, reason: nil)
            for line in media.references { links[line] = link }
        }
        for missing in tree.missing { links[missing.line] = Self.link(missing) }
    }

    /// The playlist that the tag of a line names.
    subscript(line: Int) -> PlaylistLink? { links[line] }

    private static func link(_ missing: PlaylistTree.Missing) -> PlaylistLink {
        let uri = KeyText.uri(missing.uri)
        switch missing.reason {
        case .notInTree(let failure):
            return PlaylistLink(playlist: uri, state: .remote, reason: failure.reason)
        case .alone: return PlaylistLink(playlist: uri, state: .remote, reason: "the playlist came alone")
        case .unreadable(let error):
            return PlaylistLink(playlist: uri, state: .missing, reason: error.description)
        }
    }
}
