package import HLSPlaylists

/// From playlists that were read as far as they can be to a presentation.
extension Presentation {
    /// A playlist that cannot be read as a whole.
    package struct Fault: Sendable {
        /// The playlist.
        package let playlist: TreePath
        /// The first thing that is wrong with it.
        package let error: PlaylistError
    }

    /// The presentation of a tree in which nothing is missing or wrong.
    ///
    /// - Throws: `PresentationError` for the first thing that is, in the order in which a player comes to it.
    package init(_ tree: PlaylistTree) throws(PresentationError) {
        try self.init(tree) { (fault) throws(PresentationError) in
            throw .playlist(fault.playlist, fault.error)
        }
    }

    /// The part of a tree that can be read: media playlists with faults are left out.
    ///
    /// - Returns: the part, and the faults in the order in which a player comes to them.
    /// - Throws: `PresentationError` for a playlist that is missing or that a URI outside of the tree names.
    package static func part(
        of tree: PlaylistTree
    ) throws(PresentationError) -> (presentation: Presentation, faults: [Fault]) {
        var faults: [Fault] = []
        let presentation = try Presentation(tree) { (fault) throws(PresentationError) in faults.append(fault)
        }
        return (presentation, faults)
    }

    private init(
        _ tree: PlaylistTree,
        onFault report: (Fault) throws(PresentationError) -> Void
    ) throws(PresentationError) {
        if let mixture = tree.mixture { try report(Fault(playlist: tree.entry, error: mixture)) }
        let multivariant = try Self.multivariant(of: tree, report)
        try tree.checkURIs()
        let unreadable = tree.firstUnreadable
        var renditions: [MediaRendition] = []
        for (index, media) in tree.media.enumerated() {
            if let unreadable, unreadable.order == index { throw unreadable.error }
            do {
                let playlist = try media.wholePlaylist(variables: multivariant?.variables)
                renditions.append(MediaRendition(path: media.path, playlist: playlist, role: media.role))
            } catch {
                try report(Fault(playlist: media.path, error: error))
            }
        }
        if let unreadable { throw unreadable.error }
        self.init(
            files: tree.files,
            entry: tree.entry,
            multivariant: multivariant,
            renditions: renditions,
            companions: try multivariant.map { list throws(PresentationError) in
                try Self.companions(of: list, tree)
            } ?? []
        )
    }

    private static func multivariant(
        of tree: PlaylistTree,
        _ report: (Fault) throws(PresentationError) -> Void
    ) throws(PresentationError) -> MultivariantPlaylist? {
        guard let reading = tree.multivariant else { return nil }
        do {
            return try reading.wholePlaylist(parameters: tree.parameters)
        } catch {
            try report(Fault(playlist: tree.entry, error: error))
            return reading.playlist
        }
    }

    private static func companions(
        of multivariant: MultivariantPlaylist,
        _ tree: PlaylistTree
    ) throws(PresentationError) -> [TreePath] {
        var paths: [TreePath] = []
        for data in multivariant.sessionData {
            guard let uri = data.uri else { continue }
            let path: TreePath
            do {
                path = try URIResolution.resolve(uri, in: tree.entry.folder)
            } catch {
                throw .uri(uri, playlist: tree.entry, line: data.line, error)
            }
            try tree.files.checkLink(path)
            if !paths.contains(path) { paths.append(path) }
        }
        return paths
    }
}

extension PlaylistTree {
    /// Refuses the first URI that is no path in the tree.
    fileprivate func checkURIs() throws(PresentationError) {
        for missing in missing.sorted(by: { $0.order < $1.order }) {
            guard case .notInTree(let failure) = missing.reason else { continue }
            throw .uri(missing.uri, playlist: entry, line: missing.line, failure)
        }
    }

    /// The first file that could not be read, with the number of files before it.
    fileprivate var firstUnreadable: (order: Int, error: PresentationError)? {
        let unreadable: [(order: Int, error: PresentationError)] = missing.compactMap {
            guard case .unreadable(let error) = $0.reason else { return nil }
            return ($0.order, error)
        }
        return unreadable.min { $0.order < $1.order }
    }
}

extension PlaylistTree.Media {
    /// The playlist when nothing is wrong with it that bears on its media.
    ///
    /// What was read is what a strict reading gives where there are no problems; where there are, that one decides.
    package func wholePlaylist(
        variables: VariableScope?,
        _ strictness: ReadingStrictness = .strict
    ) throws(PlaylistError) -> MediaPlaylist {
        guard !reading.problems.isEmpty else { return reading.playlist }
        let document = reading.playlist.document
        return try MediaPlaylist(document, variables: variables, queryParameters: parameters, strictness)
    }
}

extension PlaylistReading<MultivariantPlaylist> {
    /// The playlist when nothing is wrong with it that bears on its media.
    package func wholePlaylist(
        parameters: QueryParameters,
        _ strictness: ReadingStrictness = .strict
    ) throws(PlaylistError) -> MultivariantPlaylist {
        guard !problems.isEmpty else { return playlist }
        return try MultivariantPlaylist(playlist.document, queryParameters: parameters, strictness)
    }
}
