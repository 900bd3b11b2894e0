import HLSPlaylists
package import PlaylistLinting
package import Presentations

/// Inspects the playlists of a tree.
package struct PlaylistInspector {
    private let tree: PlaylistTree
    private let measurements: [TreePath: MediaMeasurement]

    /// Creates an inspector of a tree, and of its media if they were measured.
    package init(_ tree: PlaylistTree, measurements: [TreePath: MediaMeasurement] = [:]) {
        self.tree = tree
        self.measurements = measurements
    }

    /// Returns the inspection.
    ///
    /// - Parameter runsLinter: true to run the linter.
    /// - Returns: the inspection, with findings in the order of playlists and lines.
    package func inspection(runsLinter: Bool) -> PlaylistInspection {
        let lintInput = LintInput(tree, measurements: measurements)
        let versions = PlaylistLinter.neededVersions(lintInput)
        return PlaylistInspection(
            playlist: tree.entry.description,
            root: tree.root,
            kind: (tree.multivariant == nil ? PlaylistKind.media : .multivariant).rawValue,
            multivariant: tree.multivariant.map {
                MultivariantInspection($0.playlist, in: tree, needed: versions[lintInput.name] ?? 1)
            },
            media: tree.media.map { media in
                MediaInspection(
                    media,
                    needed: versions[media.path.description] ?? 1,
                    measurement: measurements[media.path]
                )
            },
            findings: runsLinter ? findings(lintInput) : nil
        )
    }

    /// Runs the linter on readable playlists, and adds the parse errors of the others.
    private func findings(_ lintInput: LintInput) -> [Finding] {
        let unreadable = tree.missing.compactMap { missing -> LintFinding? in
            guard case .malformed(let path, let error) = missing.reason else { return nil }
            return PlaylistLinter.finding(error, playlist: path.description)
        }
        var seen: Set<Finding> = []
        return (PlaylistLinter.findings(lintInput) + unreadable).map { Finding($0) }
            .filter { seen.insert($0).inserted }
    }
}
