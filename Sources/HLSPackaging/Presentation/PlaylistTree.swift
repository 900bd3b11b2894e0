package import HLSPlaylists

/// The playlists of a presentation on disk, as far as they can be read; no media are looked at.
package struct PlaylistTree: Sendable {
    /// A media playlist.
    package struct Media: Sendable {
        /// Where it is.
        package let path: TreePath
        /// What the multivariant playlist says about it.
        package let role: RenditionRole
        /// The lines of the multivariant playlist that name it: of the tag, also where the URI is on the next one.
        package let references: [Int]
        /// The playlist.
        package let reading: PlaylistReading<MediaPlaylist>
    }

    /// A URI of the multivariant playlist under which no playlist of the tree was found.
    package struct Missing: Sendable {
        /// Why.
        package enum Reason: Sendable {
            /// The URI is no path in the tree.
            case notInTree(URIResolution.Failure)
            /// There is no such file, or it cannot be read, or it is no playlist.
            case unreadable(PackagingError)
        }

        /// The URI with its variables replaced.
        package let uri: String
        /// The line of the tag.
        package let line: Int
        /// Why.
        package let reason: Reason
    }

    /// The directory that no URI leaves, absolute and without symbolic links.
    package let root: String
    /// The playlist that was given.
    package let entry: TreePath
    /// The multivariant playlist; nil when a media playlist was given.
    package let multivariant: PlaylistReading<MultivariantPlaylist>?
    /// Every media playlist once, in the order of first mention.
    package let media: [Media]
    /// What the multivariant playlist names and is not in `media`.
    package let missing: [Missing]
}
