package import Failures
package import HLSPlaylists

/// Creation of a presentation from a playlist tree, which may have faults.
extension Presentation {
    /// A playlist with an error.
    package struct Fault: Sendable {
        /// The path of the playlist.
        package let playlist: TreePath
        /// The first error in the playlist.
        package let error: PlaylistError
    }

    /// Creates the presentation of a tree without faults.
    ///
    /// - Throws: `RunFailure` for the first missing or faulty playlist or URI, in reading order.
    package init(_ tree: PlaylistTree) throws(RunFailure) {
        try self.init(tree) { (fault) throws(RunFailure) in
            throw .playlist(fault.playlist, fault.error)
        }
    }

    /// Creates the presentation of the readable part of a tree, without faulty media playlists.
    ///
    /// - Returns: the presentation, and the faults in reading order.
    /// - Throws: `RunFailure` for a missing playlist or a URI that names no file of the tree.
    package static func part(
        of tree: PlaylistTree
    ) throws(RunFailure) -> (presentation: Presentation, faults: [Fault]) {
        var faults: [Fault] = []
        let presentation = try Presentation(tree) { (fault) throws(RunFailure) in
            faults.append(fault)
        }
        return (presentation, faults)
    }

    private init(
        _ tree: PlaylistTree,
        onFault report: (Fault) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        if let mixedKindError = tree.mixedKindError {
            try report(Fault(playlist: tree.entry, error: mixedKindError))
        }
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
            companions: try multivariant.map { playlist throws(RunFailure) in
                try Self.companions(of: playlist, tree)
            } ?? []
        )
    }

    private static func multivariant(
        of tree: PlaylistTree,
        _ report: (Fault) throws(RunFailure) -> Void
    ) throws(RunFailure) -> MultivariantPlaylist? {
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
    ) throws(RunFailure) -> [TreePath] {
        var paths: [TreePath] = []
        for data in multivariant.sessionData {
            guard let uri = data.uri else { continue }
            let path = try mapErrors(to: { .uri(uri, playlist: tree.entry, line: data.line, $0) }) {
                () throws(URIResolution.Failure) in
                try URIResolution.resolve(uri, in: tree.entry.folder)
            }
            try tree.files.checkLink(path)
            if !paths.contains(path) { paths.append(path) }
        }
        return paths
    }
}

extension PlaylistTree {
    /// Throws for the first URI that is not a path in the tree.
    fileprivate func checkURIs() throws(RunFailure) {
        for missing in missing.sorted(by: { $0.order < $1.order }) {
            guard case .notInTree(let failure) = missing.reason else { continue }
            throw .uri(missing.uri, playlist: entry, line: missing.line, failure)
        }
    }

    /// The first file that could not be read, with the number of files before it.
    fileprivate var firstUnreadable: (order: Int, error: RunFailure)? {
        missing.compactMap { missing in missing.reason.failure.map { (missing.order, $0) } }
            .min { $0.order < $1.order }
    }
}

extension PlaylistTree.Media {
    /// Returns the playlist if it has no errors that concern its media.
    ///
    /// If lenient reading found no problem, its result equals that of strict reading. Otherwise the document
    /// is read again with `strictness`.
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
    /// Returns the playlist if it has no errors that concern its media.
    package func wholePlaylist(
        parameters: QueryParameters,
        _ strictness: ReadingStrictness = .strict
    ) throws(PlaylistError) -> MultivariantPlaylist {
        guard !problems.isEmpty else { return playlist }
        return try MultivariantPlaylist(playlist.document, queryParameters: parameters, strictness)
    }
}
