import HLSPlaylists
package import PlaylistLinting
package import Presentations

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
    package func inspection(lints: Bool) -> PlaylistInspection {
        let subject = LintSubject(tree, measurements: measurements)
        let versions = PlaylistLinter.neededVersions(subject)
        return PlaylistInspection(
            playlist: tree.entry.description,
            root: tree.root,
            kind: (tree.multivariant == nil ? PlaylistKind.media : .multivariant).rawValue,
            multivariant: tree.multivariant.map {
                MultivariantInspection($0.playlist, in: tree, needed: versions[subject.name] ?? 1)
            },
            media: tree.media.map { media in
                MediaInspection(
                    media,
                    needed: versions[media.path.description] ?? 1,
                    measurement: measurements[media.path]
                )
            },
            findings: lints ? findings(subject) : nil
        )
    }

    /// What the linter finds, in the playlists that could be read and in those that could not.
    private func findings(_ subject: LintSubject) -> [Finding] {
        let unreadable = tree.missing.compactMap { missing -> LintFinding? in
            guard case .unreadable(.playlist(let path, let error)) = missing.reason else { return nil }
            return PlaylistLinter.finding(error, playlist: path.description)
        }
        var seen: Set<Finding> = []
        return (PlaylistLinter.findings(subject) + unreadable).map { Finding($0) }
            .filter { seen.insert($0).inserted }
    }
}
