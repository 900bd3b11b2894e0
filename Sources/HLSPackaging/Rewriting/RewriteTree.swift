import HLSPlaylists

/// The playlists of a tree that are rewritten, each without a fault.
struct RewriteTree: Sendable {
    /// A media playlist.
    struct Media: Sendable {
        /// Where it is.
        let path: TreePath
        /// The playlist.
        let playlist: MediaPlaylist
    }

    /// The directory that no URI leaves.
    let root: String
    /// The playlist that was given.
    let entry: TreePath
    /// The multivariant playlist; nil when a media playlist was given.
    let multivariant: MultivariantPlaylist?
    /// Every media playlist once, in the order of first mention.
    let media: [Media]
    /// Playlists that are elsewhere and stay as they are.
    let warnings: [String]
    /// Whether every playlist that the multivariant one names is here.
    let isComplete: Bool

    /// The tree of a playlist.
    ///
    /// - Throws: `PackagingError` for the first fault of a playlist, and for a playlist that is not there; one that is
    ///   elsewhere is a warning.
    init(of tree: PlaylistTree) throws(PackagingError) {
        root = tree.root
        entry = tree.entry
        if let problem = tree.multivariant?.problems.first { throw .playlist(tree.entry, problem) }
        var warnings: [String] = []
        for missing in tree.missing {
            switch missing.reason {
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
        for media in tree.media {
            if let problem = media.reading.problems.first { throw .playlist(media.path, problem) }
        }
        self.warnings = warnings
        isComplete = warnings.isEmpty
        multivariant = tree.multivariant?.playlist
        media = tree.media.map { Media(path: $0.path, playlist: $0.reading.playlist) }
    }
}

extension URIResolution.Failure {
    /// Whether the resource is on a server, and not a file that is named wrongly.
    fileprivate var isElsewhere: Bool {
        switch self {
        case .remote, .absolutePath: true
        case .leavesTree, .malformed: false
        }
    }
}
