package import HLSPackaging
package import HLSPlaylists

/// Makes an inspection of the playlists of a tree.
package struct PlaylistInspector {
    private let tree: PlaylistTree
    private let measurements: [TreePath: MediaMeasurement]

    /// An inspector of a tree, and of its media where they were measured.
    package init(_ tree: PlaylistTree, measurements: [TreePath: MediaMeasurement] = [:]) {
        self.tree = tree
        self.measurements = measurements
    }

    /// What there is to tell.
    ///
    /// - Parameter lints: whether the linter is asked, too.
    /// - Returns: the inspection, with the findings in the order of the playlists and lines.
    package func inspection(lints: Bool) -> Inspection {
        Inspection(
            playlist: tree.entry.description,
            root: tree.root,
            kind: (tree.multivariant == nil ? PlaylistKind.media : .multivariant).rawValue,
            multivariant: tree.multivariant.map { MultivariantInspection($0.playlist, in: tree) },
            media: tree.media.map { MediaInspection($0, measurement: measurements[$0.path]) },
            findings: lints ? findings() : nil
        )
    }

    private func findings() -> [Finding] {
        PlaylistLinter.findings(LintSubject(tree, measurements: measurements)).map { Finding($0) }
    }
}
