package import PlaylistLinting
package import Presentations

extension LintSubject {
    /// The playlists of a tree, under their paths, with what is known of their media.
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
