import Failures
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Compares a tree with what the key store knows to have been published of its titles.
///
/// Playlists are compared line by line, clear media by their MACs, fMP4 initialization sections by their
/// digests, and all other files by name and size.
///
/// A tree that is as any record says is accepted, wherever it is: it may be a copy, or its next publication
/// may have been recorded but not completed. If no record fits, the differences from the most similar one are
/// reported.
struct PublishedTreeCheck: PresentationCheck {
    /// The maximum number of files that are reported.
    private static let limit = 20

    private let verified: VerifiedPresentation
    private let referencedFiles: ReferencedFiles
    private let checkedDigests: CheckedFileDigests
    /// The digests of the media of playlists, by absolute path, as far as they are known.
    private let mediaDigests: [TreePath: [UInt8]]

    private var presentation: Presentation { verified.presentation }
    /// Indicates whether playlists are compared; false with `--playlists-from-elsewhere`.
    private var comparesPlaylists: Bool { verified.request.comparesPlaylists }

    /// A tree compared with one record.
    private struct Candidate {
        let tree: TreeSnapshot
        let unchangedCount: Int
        let isAtPublishedLocation: Bool
        let changes: [FileChange]

        /// Indicates whether more files are unchanged, or as many where the tree was published.
        func isCloser(than other: Self) -> Bool {
            if changes.isEmpty || other.changes.isEmpty { return changes.isEmpty }
            return unchangedCount != other.unchangedCount
                ? unchangedCount > other.unchangedCount
                : isAtPublishedLocation && !other.isAtPublishedLocation
        }
    }

    /// Compares the tree, unless the presentation is expected to be clear.
    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        verified.request.expectsClear ? [] : try PublishedTreeCheck(verified).findings()
    }

    private init(_ verified: VerifiedPresentation) {
        self.verified = verified
        referencedFiles = ReferencedFiles(of: verified.presentation, verified.renditions.map(\.items))
        checkedDigests = CheckedFileDigests(verified.renditions.map(\.checked))
        mediaDigests = verified.renditions.reduce(into: [:]) { digests, rendition in
            let path = rendition.rendition.path.path(under: verified.presentation.root)
            digests[TreePath(text: path)] = rendition.mediaDigest
        }
    }

    private func findings() throws(RunFailure) -> [Finding] {
        let entryPath = presentation.entry.path(under: presentation.root)
        var trees: [TreeSnapshot] = []
        var best: Candidate?
        let published = PublishedTrees(of: verified.titles, in: verified.store)
        let roots = try published.roots()
        try published.forEach(holding: entryPath) { tree throws(RunFailure) in
            let candidate = try compare(tree, roots, &trees)
            if best.map({ candidate.isCloser(than: $0) }) ?? true { best = candidate }
            return !candidate.changes.isEmpty
        }
        if best?.changes.isEmpty == true { return [] }
        // A tree of the title that another packager made, for example, is not a changed one.
        guard let best, best.unchangedCount > 0 || best.isAtPublishedLocation else {
            return missingRecordFindings()
        }
        return try findings(best)
    }

    private func compare(
        _ published: PublishedTrees.Candidate,
        _ roots: Set<TreePath>,
        _ trees: inout [TreeSnapshot]
    ) throws(RunFailure) -> Candidate {
        let location = published.location
        let earlierTree = trees.first { $0.root.utf8.elementsEqual(location.root.utf8) }
        let tree: TreeSnapshot
        if let earlierTree {
            tree = earlierTree
        } else {
            tree = try TreeSnapshot(at: location.root, checkedDigests, mediaDigests)
            trees.append(tree)
        }
        let (unchangedCount, changes) = try tree.comparison(
            with: published.listing,
            scope(at: location),
            besides: published.nested(among: roots),
            isNamed: referencedFiles.contains
        )
        return Candidate(
            tree: tree,
            unchangedCount: unchangedCount,
            isAtPublishedLocation: published.record.tree.utf8.elementsEqual(location.root.utf8),
            changes: changes
        )
    }

    private func scope(at location: TreeLocation) -> ComparisonScope {
        guard comparesPlaylists else { return .media }
        guard !location.isOfEntry else { return .all }
        return .paths(
            Set(
                referencedFiles.paths.filter { $0.hasPrefix(location.root + "/") }.map {
                    TreePath(text: String($0.dropFirst(location.root.count)))
                }
            )
        )
    }

    private func findings(_ candidate: Candidate) throws(RunFailure) -> [Finding] {
        var findings: [Finding] = []
        // Changed lines say most.
        let changes = candidate.changes.filter(\.isOfPlaylist) + candidate.changes.filter { !$0.isOfPlaylist }
        for change in changes.prefix(Self.limit) {
            if case .playlist(let outline) = change.kind {
                findings += PlaylistLineChanges(
                    playlist: displayPath(change.path, in: candidate.tree),
                    bytes: try candidate.tree.contents(of: change.path),
                    outline: outline
                )
                .findings()
            } else {
                findings.append(
                    finding(
                        .fileChanged,
                        change.message ?? "",
                        file: displayPath(change.path, in: candidate.tree)
                    )
                )
            }
        }
        if candidate.changes.count > Self.limit {
            let moreCount = candidate.changes.count - Self.limit
            findings.append(finding(.fileChanged, "\(moreCount) more files are not what was published"))
        }
        return findings
    }

    private func missingRecordFindings() -> [Finding] {
        guard comparesPlaylists, !verified.titles.isEmpty else { return [] }
        var finding = finding(
            .notChecked,
            "the key store has no record of what was published, so changes of playlists and of clear media are not detected; "
                + "rewrite \(CommandOption.inPlace) \(CommandOption.record) records the present tree as published"
        )
        finding.severity = .warning
        return [finding]
    }

    private func finding(_ rule: Finding.Rule, _ message: String, file: String? = nil) -> Finding {
        Finding(rule, message, playlist: presentation.entry.description, file: file)
    }

    /// Returns a path as findings name files: relative to the root of the presentation.
    private func displayPath(_ path: String, in tree: TreeSnapshot) -> String {
        let absolutePath = tree.root + "/" + path
        let prefix = presentation.root == "/" ? "/" : presentation.root + "/"
        return absolutePath.hasPrefix(prefix) ? String(absolutePath.dropFirst(prefix.count)) : absolutePath
    }
}
