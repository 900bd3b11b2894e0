package import Failures
import Glibc
package import HLSPlaylists

/// Reads the playlists of a presentation, starting from its multivariant or media playlist.
package struct PlaylistTreeReader {
    private let files: SourceFiles
    private let entry: TreePath
    private let parameters: QueryParameters
    /// The bytes of a playlist that was given without its tree, or nil.
    private var standaloneBytes: [UInt8]?

    /// Creates a reader for a playlist on disk.
    ///
    /// - Parameters:
    ///   - path: the path of the playlist.
    ///   - root: the directory that no URI may leave, or nil for the directory of the playlist.
    ///   - parameters: the known query parameters of the playlist's URI, for its variables.
    /// - Throws: `RunFailure` if the file does not exist or is outside of the root.
    package init(path: String, root: String?, parameters: QueryParameters = .none) throws(RunFailure) {
        guard let playlist = Directory.realPath(of: path) else {
            throw .input(SystemCallError("open", path: path))
        }
        guard playlist != "/" else { throw .input(SystemCallError("open", path: path, code: EISDIR)) }
        // The directory of a path without symbolic links is one, too.
        let folder = root ?? Directory.parent(of: playlist) ?? "/"
        guard let realRoot = root == nil ? folder : Directory.realPath(of: folder) else {
            throw .input(SystemCallError("open", path: folder))
        }
        let prefix = realRoot == "/" ? "/" : realRoot + "/"
        guard playlist.hasPrefix(prefix) else {
            throw .playlistOutsideRoot(playlist: path, root: folder)
        }
        self.parameters = parameters
        self.files = .directory(realRoot)
        self.entry = TreePath(
            components: playlist.dropFirst(prefix.count).split(separator: "/").map(String.init)
        )
    }

    /// Creates a reader for a playlist without its tree, as from standard input; reads no file that it names.
    package init(standalone playlist: [UInt8], name: String, parameters: QueryParameters = .none) {
        standaloneBytes = playlist
        files = .directory("")
        entry = TreePath(components: [name])
        self.parameters = parameters
    }

    /// Creates a reader for the playlists of a generated presentation.
    init(_ generated: GeneratedPresentation) {
        parameters = .none
        files = .generated(generated)
        entry = generated.entry
    }

    /// Reads the playlist and all playlists that it names.
    ///
    /// - Throws: `RunFailure` if the given file cannot be read, is not a playlist or of no
    ///   recognizable kind, or if the system runs out of a resource such as open files.
    package func read() throws(RunFailure) -> PlaylistTree {
        let document = try document(at: entry)
        var mixedKindError: PlaylistError?
        let kind: PlaylistKind
        do {
            kind = try PlaylistKind.detect(document)
        } catch {
            guard let likelyKind = PlaylistKind.likely(document) else { throw .playlist(entry, error) }
            (kind, mixedKindError) = (likelyKind, error)
        }
        switch kind {
        case .media:
            return PlaylistTree(
                files: files,
                entry: entry,
                parameters: parameters,
                mixedKindError: mixedKindError,
                multivariant: nil,
                media: [
                    PlaylistTree.Media(
                        path: entry,
                        role: .unknown,
                        references: [],
                        parameters: parameters,
                        reading: MediaPlaylist.reading(document, queryParameters: parameters)
                    )
                ],
                missing: []
            )
        case .multivariant:
            return try tree(
                of: MultivariantPlaylist.reading(document, queryParameters: parameters),
                mixedKindError
            )
        }
    }

    private func tree(
        of multivariant: PlaylistReading<MultivariantPlaylist>,
        _ mixedKindError: PlaylistError?
    ) throws(RunFailure) -> PlaylistTree {
        var orderedPaths: [TreePath] = []
        var listings: [TreePath: Listing] = [:]
        var missing: [PlaylistTree.Missing] = []
        for (index, (uri, line, role)) in RenditionRoles(of: multivariant.playlist).listed.enumerated() {
            guard standaloneBytes == nil else {
                missing.append(PlaylistTree.Missing(uri: uri, line: line, reason: .withoutTree, order: index))
                continue
            }
            do {
                let path = try URIResolution.resolve(uri, in: entry.folder)
                if listings[path] == nil { orderedPaths.append(path) }
                listings[path, default: Listing(role: role, parameters: QueryParameters(of: uri))]
                    .add(role, line)
            } catch {
                missing.append(
                    PlaylistTree.Missing(uri: uri, line: line, reason: .notInTree(error), order: index)
                )
            }
        }
        var media: [PlaylistTree.Media] = []
        for (index, path) in orderedPaths.enumerated() {
            guard let listing = listings[path] else { continue }
            func addMissing(_ reason: PlaylistTree.Missing.Reason) {
                missing += listing.lines.map {
                    PlaylistTree.Missing(uri: path.description, line: $0, reason: reason, order: index)
                }
            }
            let bytes: [UInt8]
            do {
                bytes = try contents(of: path)
            } catch {
                guard error.shortage == nil else { throw error }
                addMissing(.unreadable(error))
                continue
            }
            do {
                let document = try PlaylistDocument(parsing: bytes)
                let variables = multivariant.playlist.variables
                media.append(self.media(at: path, document, listing, variables: variables))
            } catch {
                addMissing(.malformed(path, error))
            }
        }
        return PlaylistTree(
            files: files,
            entry: entry,
            parameters: parameters,
            mixedKindError: mixedKindError,
            multivariant: multivariant,
            media: media,
            missing: missing.sorted { $0.line < $1.line }
        )
    }

    private func media(
        at path: TreePath,
        _ document: PlaylistDocument,
        _ listing: Listing,
        variables: VariableScope
    ) -> PlaylistTree.Media {
        PlaylistTree.Media(
            path: path,
            role: listing.role,
            references: listing.lines,
            parameters: listing.parameters,
            reading: MediaPlaylist.reading(
                document,
                variables: variables,
                queryParameters: listing.parameters
            )
        )
    }

    private func document(at path: TreePath) throws(RunFailure) -> PlaylistDocument {
        let bytes = if let standaloneBytes { standaloneBytes } else { try contents(of: path) }
        return try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            try PlaylistDocument(parsing: bytes)
        }
    }

    private func contents(of path: TreePath) throws(RunFailure) -> [UInt8] {
        try files.checkLink(path)
        return try files.contents(of: path, limit: UInt64(PlaylistDocument.maximumSize))
    }
}

/// The mentions of one path in a multivariant playlist.
private struct Listing {
    var role: RenditionRole
    /// The query of the URI that names it first.
    let parameters: QueryParameters
    var lines: [Int] = []

    mutating func add(_ otherRole: RenditionRole, _ line: Int) {
        role = role.merged(with: otherRole)
        lines.append(line)
    }
}
