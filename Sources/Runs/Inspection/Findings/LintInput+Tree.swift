package import PlaylistLinting
package import Presentations

extension LintInput {
    /// Creates the linter's input from the playlists of a tree, named by their paths, and the measured media.
    package init(_ tree: PlaylistTree, measurements: [TreePath: MediaMeasurement] = [:]) {
        self.init(
            name: tree.entry.description,
            multivariant: tree.multivariant,
            media: tree.media.map { media in
                Media(
                    name: media.path.description,
                    reading: media.reading,
                    references: media.references,
                    measurement: measurements[media.path]
                )
            }
        )
    }
}
