package import Failures
package import HLSPlaylists

/// Reads a presentation from its multivariant or media playlist.
package struct PresentationReader {
    private let tree: PlaylistTreeReader

    /// Creates a reader for a playlist on disk; see `PlaylistTreeReader`.
    package init(path: String, root: String?, parameters: QueryParameters = .none) throws(RunFailure) {
        tree = try PlaylistTreeReader(path: path, root: root, parameters: parameters)
    }

    /// Creates a reader for a generated presentation.
    package init(_ generated: GeneratedPresentation) {
        tree = PlaylistTreeReader(generated)
    }

    /// Reads the playlist and all playlists that it names.
    ///
    /// - Throws: `RunFailure` for the first missing or faulty playlist.
    package func read() throws(RunFailure) -> Presentation {
        try Presentation(tree.read())
    }
}
