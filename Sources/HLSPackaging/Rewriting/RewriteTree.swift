import HLSPlaylists

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
    /// - Throws: `PackagingError` for the first such fault of a playlist, and for a playlist that is not there; one that is
    ///   elsewhere is a warning.
    init(of tree: PlaylistTree) throws(PackagingError) {
        root = tree.root
        entry = tree.entry
        if let mixture = tree.mixture { throw .playlist(tree.entry, mixture) }
        multivariant = try tree.multivariant.map { (reading) throws(PackagingError) in
            try playlistCalls(tree.entry) { () throws(PlaylistError) in try reading.wholePlaylist() }
        }
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
        self.warnings = warnings
        isComplete = warnings.isEmpty
        let variables = multivariant?.variables ?? .none
        media = try tree.media.map { (media) throws(PackagingError) in
            let playlist = try playlistCalls(media.path) { () throws(PlaylistError) in
                try media.wholePlaylist(variables: variables)
            }
            return Media(path: media.path, playlist: playlist, parameters: media.parameters)
        }
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
