package import Failures
package import HLSPlaylists

/// The playlists of a presentation, as far as they can be read; media are not opened.
package struct PlaylistTree: Sendable {
    /// A media playlist of the tree.
    package struct Media: Sendable {
        /// The path in the tree.
        package let path: TreePath
        /// The description of the playlist in the multivariant playlist.
        package let role: RenditionRole
        /// The lines of the tags in the multivariant playlist that name it, even if the URI is on the next
        /// line.
        package let references: [Int]
        /// The query of the URI that names it first, for `EXT-X-DEFINE:QUERYPARAM`.
        package let parameters: QueryParameters
        /// The parsed playlist with its problems.
        package let reading: PlaylistReading<MediaPlaylist>
    }

    /// A URI of the multivariant playlist for which no playlist was found in the tree.
    package struct Missing: Sendable {
        /// The reason why it was not found.
        package enum Reason: Sendable {
            /// The URI is not a path in the tree.
            case notInTree(URIResolution.Failure)
            /// The multivariant playlist was given without its tree.
            case withoutTree
            /// The file is missing or cannot be read.
            case unreadable(RunFailure)
            /// The file is not a playlist.
            case malformed(TreePath, PlaylistError)

            /// The failure to read the file, or nil if there was no file to read.
            package var failure: RunFailure? {
                switch self {
                case .unreadable(let failure): failure
                case .malformed(let path, let error): .playlist(path, error)
                case .notInTree, .withoutTree: nil
                }
            }
        }

        /// The URI with its variables replaced, or the path in the tree if the file is unreadable or malformed.
        package let uri: String
        /// The line of the tag.
        package let line: Int
        /// The reason why it was not found.
        package let reason: Reason
        /// The position in reading order: of a file among all files, otherwise among all URIs.
        let order: Int
    }

    /// The files that the playlists were read from.
    let files: SourceFiles
    /// The absolute path, without symbolic links, of the directory that no URI leaves; empty for a generated
    /// presentation.
    package var root: String { files.root }
    /// The path of the given playlist.
    package let entry: TreePath
    /// The known query parameters of the given playlist's URI, for `EXT-X-DEFINE:QUERYPARAM`.
    package let parameters: QueryParameters
    /// The error about the first tag of the wrong kind if the given playlist has media and multivariant tags.
    package let mixedKindError: PlaylistError?
    /// The multivariant playlist, or nil if a media playlist was given.
    package let multivariant: PlaylistReading<MultivariantPlaylist>?
    /// The media playlists, each once, in the order of first mention.
    package let media: [Media]
    /// The URIs of the multivariant playlist without a playlist in `media`, in the order of their lines.
    package let missing: [Missing]
}
