import HLSPlaylists

/// Reads a presentation from its multivariant or media playlist.
package struct PresentationReader {
    private let tree: PlaylistTreeReader

    /// A reader for the playlist at `path`; `root` is the directory that no URI may leave, by default the playlist's.
    package init(path: String, root: String?) throws(PackagingError) {
        tree = try PlaylistTreeReader(path: path, root: root)
    }

    /// A reader for a presentation that is on no disk.
    package init(_ made: MadePresentation) {
        tree = PlaylistTreeReader(made)
    }

    /// Reads the playlist and all playlists that it names.
    ///
    /// - Throws: `PackagingError` for the first thing that is missing or wrong.
    package func read() throws(PackagingError) -> Presentation {
        try Presentation(tree.read())
    }
}
