package import HLSPlaylists

/// Reads a presentation from its multivariant or media playlist.
package struct PresentationReader {
    private let tree: PlaylistTreeReader

    /// A reader for a playlist, as `PlaylistTreeReader` has it.
    package init(path: String, root: String?, parameters: QueryParameters = .none) throws(PresentationError) {
        tree = try PlaylistTreeReader(path: path, root: root, parameters: parameters)
    }

    /// A reader for a presentation that is on no disk.
    package init(_ made: MadePresentation) {
        tree = PlaylistTreeReader(made)
    }

    /// Reads the playlist and all playlists that it names.
    ///
    /// - Throws: `PresentationError` for the first thing that is missing or wrong.
    package func read() throws(PresentationError) -> Presentation {
        try Presentation(tree.read())
    }
}
