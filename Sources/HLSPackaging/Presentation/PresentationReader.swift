import Glibc
import HLSPlaylists

/// Reads a presentation from its multivariant or media playlist.
package struct PresentationReader {
    private let root: String
    private let entry: TreePath

    /// A reader for the playlist at `path`; `root` is the directory that no URI may leave, by default the playlist's.
    package init(path: String, root: String?) throws(PackagingError) {
        guard let playlist = Directory.realPath(of: path) else {
            throw .input(SystemCallError("open", path: path))
        }
        let folder = root ?? Directory.parent(of: playlist) ?? "/"
        guard let realRoot = Directory.realPath(of: folder) else {
            throw .input(SystemCallError("open", path: folder))
        }
        let prefix = realRoot == "/" ? "/" : realRoot + "/"
        guard playlist.hasPrefix(prefix) else {
            throw .playlistOutsideRoot(playlist: path, root: folder)
        }
        self.root = realRoot
        self.entry = TreePath(
            components: playlist.dropFirst(prefix.count).split(separator: "/").map(String.init)
        )
    }

    /// Reads the playlist and all playlists that it names.
    package func read() throws(PackagingError) -> Presentation {
        let document = try document(at: entry)
        switch try located(at: entry, { () throws(PlaylistError) in try PlaylistKind.detect(document) }) {
        case .media:
            let rendition = try rendition(at: entry, document: document, role: .unknown, variables: .none)
            return Presentation(
                root: root,
                entry: entry,
                multivariant: nil,
                renditions: [rendition],
                companions: []
            )
        case .multivariant:
            return try presentation(of: document)
        }
    }

    private func presentation(of document: PlaylistDocument) throws(PackagingError) -> Presentation {
        let multivariant = try located(at: entry) { () throws(PlaylistError) in
            try MultivariantPlaylist(document)
        }
        var order: [TreePath] = []
        var roles: [TreePath: RenditionRole] = [:]
        for (uri, line, role) in RenditionRoles(of: multivariant).listed {
            let path = try resolve(uri, in: entry, line: line)
            if roles[path] == nil { order.append(path) }
            roles[path] = roles[path]?.merged(with: role) ?? role
        }
        var renditions: [MediaRendition] = []
        for path in order {
            renditions.append(
                try rendition(
                    at: path,
                    document: self.document(at: path),
                    role: roles[path] ?? .unknown,
                    variables: multivariant.variables
                )
            )
        }
        return Presentation(
            root: root,
            entry: entry,
            multivariant: multivariant,
            renditions: renditions,
            companions: try companions(of: multivariant)
        )
    }

    private func companions(of multivariant: MultivariantPlaylist) throws(PackagingError) -> [TreePath] {
        var paths: [TreePath] = []
        for data in multivariant.sessionData {
            guard let uri = data.uri else { continue }
            let path = try resolve(uri, in: entry, line: data.line)
            _ = try LinkCheck.path(of: path, under: root)
            if !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    private func rendition(
        at path: TreePath,
        document: PlaylistDocument,
        role: RenditionRole,
        variables: VariableScope
    ) throws(PackagingError) -> MediaRendition {
        let playlist = try located(at: path) { () throws(PlaylistError) in
            try MediaPlaylist(document, variables: variables)
        }
        return MediaRendition(path: path, playlist: playlist, role: role)
    }

    private func document(at path: TreePath) throws(PackagingError) -> PlaylistDocument {
        let file = try LinkCheck.path(of: path, under: root)
        let bytes = try inputCalls { () throws(SystemCallError) in
            try InputFile.contents(
                of: file,
                limit: UInt64(PlaylistDocument.maximumSize)
            )
        }
        return try located(at: path) { () throws(PlaylistError) in try PlaylistDocument(parsing: bytes) }
    }

    private func resolve(_ uri: String, in playlist: TreePath, line: Int) throws(PackagingError) -> TreePath {
        do {
            return try URIResolution.resolve(uri, in: playlist.folder)
        } catch {
            throw .uri(uri, playlist: playlist, line: line, error)
        }
    }

    private func located<Result>(
        at path: TreePath,
        _ body: () throws(PlaylistError) -> Result
    ) throws(PackagingError) -> Result {
        do {
            return try body()
        } catch {
            throw .playlist(path, error)
        }
    }
}
