import Failures
import HLSPlaylists
import Presentations

/// The playlists of a tree to be rewritten, each without faults that affect media or keys.
struct RewriteTree: Sendable {
    struct Media: Sendable {
        let path: TreePath
        let playlist: MediaPlaylist
        /// The query parameters of the URI that names the playlist, for `EXT-X-DEFINE:QUERYPARAM`.
        let parameters: QueryParameters
    }

    /// The directory that no URI leaves.
    let root: String
    /// The path of the given playlist.
    let entry: TreePath
    /// The known query parameters of the given playlist's URI.
    let parameters: QueryParameters
    /// The multivariant playlist, or nil if a media playlist was given.
    let multivariant: MultivariantPlaylist?
    /// The media playlists, each once, in the order of first mention.
    let media: [Media]
    /// The warnings about playlists that are not in the tree and stay, and about tolerated faults.
    let warnings: [String]
    /// The line of the first reference to a playlist that is not in the tree, or nil if all are.
    let firstMissingLine: Int?

    /// Indicates whether the tree has every playlist that the multivariant playlist names.
    var isComplete: Bool { firstMissingLine == nil }
    /// The lines to be removed from the multivariant playlist.
    let selection: VariantSelection
    /// The media playlists that no remaining line names, in the order of first mention.
    let unreferenced: [TreePath]

    /// Creates the tree from its parsed playlists.
    ///
    /// Playlists that no remaining line names may be missing or faulty.
    ///
    /// - Parameters:
    ///   - tree: the playlists.
    ///   - filter: the selection of variants and renditions that are kept.
    /// - Throws: `RunFailure` for the first fault that affects media or keys, or for a playlist that
    ///   is missing; a playlist that is on a server is only a warning.
    init(of tree: PlaylistTree, keeping filter: SelectionFilter = SelectionFilter()) throws(RunFailure) {
        root = tree.root
        entry = tree.entry
        parameters = tree.parameters
        if let mixture = tree.mixedKindError { throw .playlist(tree.entry, mixture) }
        multivariant = try tree.multivariant.map { (reading) throws(RunFailure) in
            try mapErrors(to: { .playlist(tree.entry, $0) }) { () throws(PlaylistError) in
                try reading.wholePlaylist(parameters: tree.parameters, .tolerant)
            }
        }
        var selection = try VariantSelection(filter, multivariant, of: tree.entry)
        var warnings: [String] = []
        for missing in tree.missing where selection.keeps(line: missing.line) {
            if let failure = missing.reason.failure { throw failure }
            guard case .notInTree(let failure) = missing.reason else { continue }
            guard failure.isElsewhere else {
                throw .uri(missing.uri, playlist: tree.entry, line: missing.line, failure)
            }
            warnings.append(
                "\(tree.entry):\(missing.line): the playlist is not in the tree and stays as it is "
                    + "(\(KeyURIRedaction.redacted(missing.uri)))"
            )
        }
        firstMissingLine = tree.missing.first { selection.keeps(line: $0.line) }?.line
        let variables = multivariant?.variables
        let isKept = { [selection] (media: PlaylistTree.Media) in
            media.references.isEmpty || media.references.contains { selection.keeps(line: $0) }
        }
        unreferenced = tree.media.filter { !isKept($0) }.map(\.path)
        let media = try tree.media.filter(isKept).map { (media) throws(RunFailure) in
            let playlist = try mapErrors(to: { .playlist(media.path, $0) }) { () throws(PlaylistError) in
                try media.wholePlaylist(variables: variables, .tolerant)
            }
            return Media(path: media.path, playlist: playlist, parameters: media.parameters)
        }
        self.media = media
        self.warnings =
            warnings + Self.warnings(of: multivariant?.toleratedProblems ?? [], in: tree.entry)
            + media.flatMap { Self.warnings(of: $0.playlist.toleratedProblems, in: $0.path) }
        if let multivariant, firstMissingLine == nil {
            selection.dropSessionKeys(
                of: multivariant,
                usedBy: tree.media.filter { !isKept($0) }.map(\.reading.playlist),
                keeping: media.map(\.playlist)
            )
        }
        self.selection = selection
    }

    /// The session keys that are kept.
    var sessionKeys: [Located<EncryptionKey>] {
        (multivariant?.sessionKeys ?? []).filter { !selection.sessionKeyLines.contains($0.line) }
    }

    /// Throws if a playlist is not in the tree, for changes that must apply to all playlists.
    func requireComplete() throws(RunFailure) {
        guard let firstMissingLine else { return }
        throw .playlistNotInTree(LineLocation(playlist: entry, line: firstMissingLine))
    }

    /// Returns the warnings about tolerated faults: one for each kind, with the first line and the number of
    /// others.
    private static func warnings(of problems: [PlaylistError], in path: TreePath) -> [String] {
        var firstProblems: [PlaylistError] = []
        var counts: [PlaylistError.Problem: Int] = [:]
        for problem in problems {
            if counts[problem.problem] == nil { firstProblems.append(problem) }
            counts[problem.problem, default: 0] += 1
        }
        return firstProblems.map { first in
            let furtherCount = counts[first.problem, default: 1] - 1
            return "\(path):\(first.line): \(first.message)"
                + (furtherCount > 0
                    ? " The same is wrong on \(furtherCount == 1 ? "one more line" : "\(furtherCount) more lines")."
                    : "")
        }
    }
}

extension RewriteTree {
    /// The keys of all playlists, with repetitions.
    var keys: [EncryptionKey] {
        media.flatMap(\.playlist.keys).map(\.value).filter { $0.method != .none } + sessionKeys.map(\.value)
    }
}

extension URIResolution.Failure {
    /// Indicates whether the resource is on a server, and not a file with a wrong name.
    fileprivate var isElsewhere: Bool {
        switch self {
        case .remote, .absolutePath: true
        case .leavesTree, .malformed, .variable: false
        }
    }
}

extension InputTree {
    /// Creates the tree of the playlists to be rewritten, as an input of the run.
    init(_ tree: RewriteTree) {
        self.init(
            root: tree.root,
            entry: tree.entry,
            tree.multivariant,
            tree.media.map { ($0.path, $0.playlist) }
        )
    }
}
