import Failures
import Presentations

/// A reference from a multivariant playlist to a media playlist.
package struct PlaylistLink: Sendable, Encodable {
    /// The availability of the playlist.
    package enum State: String, Sendable, Encodable {
        /// The playlist was read.
        case present
        /// The file is missing, unreadable or not a playlist.
        case missing
        /// The URI is outside of the tree.
        case remote
    }

    /// The path relative to the root of the tree, or the redacted URI if the playlist is not in the tree.
    package let playlist: String
    /// The availability of the playlist.
    package let state: State
    /// The reason why the playlist is not available, or nil if it is.
    let reason: String?
}

/// The references of a multivariant playlist, by the line of their tag.
struct PlaylistLinks {
    private var links: [Int: PlaylistLink] = [:]

    init(_ tree: PlaylistTree) {
        for media in tree.media {
            let link = PlaylistLink(playlist: media.path.description, state: .present, reason: nil)
            for line in media.references { links[line] = link }
        }
        for missing in tree.missing { links[missing.line] = Self.link(missing) }
    }

    /// Returns the reference of the tag at a line, or nil if it has none.
    subscript(line: Int) -> PlaylistLink? { links[line] }

    private static func link(_ missing: PlaylistTree.Missing) -> PlaylistLink {
        let uri = KeyDescription.redactedURI(missing.uri)
        switch missing.reason {
        case .notInTree(let failure):
            return PlaylistLink(playlist: uri, state: .remote, reason: failure.reason)
        case .withoutTree:
            return PlaylistLink(
                playlist: uri,
                state: .remote,
                reason:
                    "the multivariant playlist was given on standard input, without the files that it names"
            )
        case .unreadable, .malformed:
            return PlaylistLink(
                playlist: uri,
                state: .missing,
                reason: missing.reason.failure?.description
            )
        }
    }
}
