package import HLSPlaylists

/// The playlists of a presentation, as far as they can be read; no media are looked at.
package struct PlaylistTree: Sendable {
    /// A media playlist.
    package struct Media: Sendable {
        /// Where it is.
        package let path: TreePath
        /// What the multivariant playlist says about it.
        package let role: RenditionRole
        /// The lines of the multivariant playlist that name it: of the tag, also where the URI is on the next one.
        package let references: [Int]
        /// The query of the URI that names it first, for `EXT-X-DEFINE:QUERYPARAM`.
        package let parameters: QueryParameters
        /// The playlist.
        package let reading: PlaylistReading<MediaPlaylist>
    }

    /// A URI of the multivariant playlist under which no playlist of the tree was found.
    package struct Missing: Sendable {
        /// Why.
        package enum Reason: Sendable {
            /// The URI is no path in the tree.
            case notInTree(URIResolution.Failure)
            /// The playlist was given alone, without its tree.
            case alone
            /// There is no such file, or it cannot be read, or it is no playlist.
            case unreadable(PresentationError)
        }

        /// The URI with its variables replaced.
        package let uri: String
        /// The line of the tag.
        package let line: Int
        /// Why.
        package let reason: Reason
        /// Its place in the order in which a reader meets them: of a URI that is no path, among all URIs; of a file,
        /// among all files.
        let order: Int
    }

    /// Its files.
    package let files: SourceFiles
    /// The directory that no URI leaves, absolute and without symbolic links; empty where the tree is on no disk.
    package var root: String { files.root }
    /// The playlist that was given.
    package let entry: TreePath
    /// The known parameters of its URI, for `EXT-X-DEFINE:QUERYPARAM`.
    package let parameters: QueryParameters
    /// The first tag of the other kind of playlist, where the given one has tags of both.
    package let mixture: PlaylistError?
    /// The multivariant playlist; nil when a media playlist was given.
    package let multivariant: PlaylistReading<MultivariantPlaylist>?
    /// Every media playlist once, in the order of first mention.
    package let media: [Media]
    /// What the multivariant playlist names and is not in `media`, in the order of the lines.
    package let missing: [Missing]
}
