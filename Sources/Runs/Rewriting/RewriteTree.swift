import HLSPlaylists
import Presentations

/// The playlists of a tree that are rewritten, each without a fault that bears on media or keys.
struct RewriteTree: Sendable {
    /// A media playlist.
    struct Media: Sendable {
        /// Where it is.
        let path: TreePath
        /// The playlist.
        let playlist: MediaPlaylist
        /// The query of the URI that names it, for `EXT-X-DEFINE:QUERYPARAM`.
        let parameters: QueryParameters
    }

    /// The directory that no URI leaves.
    let root: String
    /// The playlist that was given.
    let entry: TreePath
    /// The known parameters of its URI.
    let parameters: QueryParameters
    /// The multivariant playlist; nil when a media playlist was given.
    let multivariant: MultivariantPlaylist?
    /// Every media playlist once, in the order of first mention.
    let media: [Media]
    /// Playlists that are elsewhere and stay as they are, and what is malformed and does not matter.
    let warnings: [String]
    /// The first line that names a playlist which is not here; nil when all are.
    let firstElsewhere: Int?

    /// Whether every playlist that the multivariant one names is here.
    var isComplete: Bool { firstElsewhere == nil }
    /// The lines of the multivariant playlist that go.
    let selection: VariantSelection
    /// The media playlists that nothing names when that is gone, in the order of first mention.
    let unreferenced: [TreePath]

    /// The tree of a playlist.
    ///
    /// Playlists that nothing names any more need not be there, nor be without a fault.
    ///
    /// - Parameters:
    ///   - tree: the playlists.
    ///   - filter: what is kept of them.
    /// - Throws: `PresentationError` for the first such fault of a playlist, and for a playlist that is not there; one that is
    ///   elsewhere is a warning.
    init(of tree: PlaylistTree, keeping filter: SelectionFilter = SelectionFilter()) throws(PresentationError)
    {
        root = tree.root
        entry = tree.entry
        parameters = tree.parameters
        if let mixture = tree.mixture { throw .playlist(tree.entry, mixture) }
        multivariant = try tree.multivariant.map { (reading) throws(PresentationError) in
            try playlistCalls(tree.entry) { () throws(PlaylistError) in
                try reading.wholePlaylist(parameters: tree.parameters, .tolerant)
            }
        }
        var selection = try VariantSelection(filter, multivariant, of: tree.entry)
        var warnings: [String] = []
        for missing in tree.missing where selection.keeps(line: missing.line) {
            switch missing.reason {
            case .alone: continue
            case .unreadable(let error): throw error
            case .notInTree(let failure):
                guard failure.isElsewhere else {
                    throw .uri(missing.uri, playlist: tree.entry, line: missing.line, failure)
                }
                warnings.append(
                    "\(tree.entry):\(missing.line): the playlist is not in the tree and stays as it is "
                        + "(\(KeyURIText.redacted(missing.uri)))"
                )
            }
        }
        firstElsewhere = tree.missing.first { selection.keeps(line: $0.line) }?.line
        let variables = multivariant?.variables
        let isKept = { [selection] (media: PlaylistTree.Media) in
            media.references.isEmpty || media.references.contains { selection.keeps(line: $0) }
        }
        unreferenced = tree.media.filter { !isKept($0) }.map(\.path)
        let media = try tree.media.filter(isKept).map { (media) throws(PresentationError) in
            let playlist = try playlistCalls(media.path) { () throws(PlaylistError) in
                try media.wholePlaylist(variables: variables, .tolerant)
            }
            return Media(path: media.path, playlist: playlist, parameters: media.parameters)
        }
        self.media = media
        self.warnings =
            warnings + Self.warnings(of: multivariant?.tolerated ?? [], in: tree.entry)
            + media.flatMap { Self.warnings(of: $0.playlist.tolerated, in: $0.path) }
        if let multivariant, firstElsewhere == nil {
            selection.dropSessionKeys(
                of: multivariant,
                usedBy: tree.media.filter { !isKept($0) }.map(\.reading.playlist),
                keeping: media.map(\.playlist)
            )
        }
        self.selection = selection
    }

    /// The session keys that stay.
    var sessionKeys: [Located<EncryptionKey>] {
        (multivariant?.sessionKeys ?? []).filter { !selection.sessionKeyLines.contains($0.line) }
    }

    /// Refuses a tree of which a part is elsewhere, since all of it has to be changed.
    func requireWhole() throws(PresentationError) {
        guard let firstElsewhere else { return }
        throw .rewrite(.playlistElsewhere(RewriteError.Place(playlist: entry, line: firstElsewhere)))
    }

    /// The warnings of what is malformed and was read all the same: each problem once, with its first line.
    private static func warnings(of problems: [PlaylistError], in path: TreePath) -> [String] {
        var firsts: [PlaylistError] = []
        var counts: [PlaylistError.Problem: Int] = [:]
        for problem in problems {
            if counts[problem.problem] == nil { firsts.append(problem) }
            counts[problem.problem, default: 0] += 1
        }
        return firsts.map { first in
            let more = counts[first.problem, default: 1] - 1
            return "\(path):\(first.line): \(first.message)"
                + (more > 0
                    ? " The same is wrong on \(more == 1 ? "one more line" : "\(more) more lines")." : "")
        }
    }
}

extension RewriteTree {
    /// The keys of all playlists, with their repetitions.
    var keys: [EncryptionKey] {
        media.flatMap(\.playlist.keys).map(\.value).filter { $0.method != .none } + sessionKeys.map(\.value)
    }
}

extension URIResolution.Failure {
    /// Whether the resource is on a server, and not a file that is named wrongly.
    fileprivate var isElsewhere: Bool {
        switch self {
        case .remote, .absolutePath: true
        case .leavesTree, .malformed, .variable: false
        }
    }
}

extension InputTree {
    /// The tree of playlists that are rewritten.
    init(_ tree: RewriteTree) {
        self.init(
            root: tree.root,
            entry: tree.entry,
            tree.multivariant,
            tree.media.map { ($0.path, $0.playlist) }
        )
    }
}
