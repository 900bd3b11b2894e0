package import HLSPlaylists

/// The tree that a run reads: its root, and the files that its playlists name.
///
/// A result may be inside the root, since no run reads files that no playlist names. It may not replace one
/// of the named files.
package struct InputTree: Sendable {
    struct Playlist: Sendable {
        let path: TreePath
        let document: PlaylistDocument
        let variables: VariableScope
    }

    /// The absolute path, without symbolic links, of the directory that no URI leaves.
    let root: String
    private let playlists: [Playlist]

    init(root: String, _ playlists: [Playlist]) {
        self.root = root
        self.playlists = playlists
    }

    init(_ presentation: Presentation) {
        self.init(
            root: presentation.root,
            entry: presentation.entry,
            presentation.multivariant,
            presentation.renditions.map { ($0.path, $0.playlist) }
        )
    }

    /// Creates a tree from playlists below a root; `multivariant` is nil if the entry is a media playlist.
    package init(
        root: String,
        entry: TreePath,
        _ multivariant: MultivariantPlaylist?,
        _ media: [(path: TreePath, playlist: MediaPlaylist)]
    ) {
        self.root = root
        playlists =
            (multivariant.map { [Playlist(path: entry, document: $0.document, variables: $0.variables)] }
                ?? [])
            + media.map {
                Playlist(path: $0.path, document: $0.playlist.document, variables: $0.playlist.variables)
            }
    }

    /// Returns the first file of the tree that is in a directory, by its path or through symbolic links.
    ///
    /// Checks the playlists and the files that they name.
    ///
    /// - Parameter directory: an absolute path, without symbolic links in its existing part.
    /// - Returns: the absolute path of the file, or nil if there is none.
    func firstFile(in directory: String) -> String? {
        var folders: [TreePath: Bool] = [:]
        for playlist in playlists {
            if let path = path(of: playlist.path, in: directory, &folders) { return path }
            for line in playlist.document.lines {
                for text in Self.uris(of: line) {
                    let uri = WrittenURI(text, variables: playlist.variables).resolved
                    // URIs of other servers name no file.
                    guard let file = try? URIResolution.resolve(uri, in: playlist.path.folder),
                        let path = path(of: file, in: directory, &folders)
                    else { continue }
                    return path
                }
            }
        }
        return nil
    }

    /// Returns the absolute path of a file if it is in the directory; `folders` caches results by folder.
    private func path(of file: TreePath, in directory: String, _ folders: inout [TreePath: Bool]) -> String? {
        let path = file.path(under: root)
        guard !OutputLocation.contains(directory, path) else { return path }
        let folder = Directory.parent(of: path) ?? "/"
        let isInside: Bool
        if folder == "/" {
            isInside = false
        } else if let known = folders[TreePath(text: folder)] {
            isInside = known
        } else {
            isInside = Self.hasRealPath(folder, in: directory)
            folders[TreePath(text: folder)] = isInside
        }
        return isInside || Self.isLink(path, into: directory) ? path : nil
    }

    private static func hasRealPath(_ path: String, in directory: String) -> Bool {
        Directory.realPath(of: path).map { OutputLocation.contains(directory, $0) } ?? false
    }

    private static func isLink(_ path: String, into directory: String) -> Bool {
        guard let status = Directory.linkStatus(of: path), !status.isRegularFile else { return false }
        return hasRealPath(path, in: directory)
    }

    private static func uris(of line: PlaylistLine) -> [String] {
        switch line.kind {
        // Blanks around a URI may or may not belong to it, so both are checked.
        case .uri: [line.text, String(decoding: line.uri, as: UTF8.self)]
        case .tag(let tag):
            URIAttribute.attributes(of: tag).compactMap { try? line.attributes().quotedString($0.name) }
        default: []
        }
    }
}
