package import HLSPlaylists

/// The tree that a run reads: its root, and the files that its playlists name.
///
/// A result may stand in it, as no run reads what no playlist names; but not over one of these files.
package struct InputTree: Sendable {
    /// A playlist of the tree.
    struct Playlist: Sendable {
        let path: TreePath
        let document: PlaylistDocument
        let variables: VariableScope
    }

    /// The directory that no URI leaves, absolute and without symbolic links.
    package let root: String
    private let playlists: [Playlist]

    /// The tree of these playlists.
    init(root: String, _ playlists: [Playlist]) {
        self.root = root
        self.playlists = playlists
    }

    /// The tree of a presentation.
    init(_ presentation: Presentation) {
        self.init(
            root: presentation.root,
            entry: presentation.entry,
            presentation.multivariant,
            presentation.renditions.map { ($0.path, $0.playlist) }
        )
    }

    /// The tree of playlists below a root; `multivariant` is nil where the entry is a media playlist.
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

    /// The file of the tree, a playlist or what one names, that is in a directory, as its name or where symbolic links lead.
    ///
    /// - Parameter directory: absolute, without symbolic links as far as it is there.
    /// - Returns: the absolute path of the first; nil where there is none.
    func firstFile(in directory: String) -> String? {
        var folders: [TreePath: Bool] = [:]
        for playlist in playlists {
            if let path = place(of: playlist.path, in: directory, &folders) { return path }
            for line in playlist.document.lines {
                for text in Self.uris(of: line) {
                    let uri = WrittenURI(text, variables: playlist.variables).resolved
                    // URIs of what is on a server name no file.
                    guard let file = try? URIResolution.resolve(uri, in: playlist.path.folder),
                        let path = place(of: file, in: directory, &folders)
                    else { continue }
                    return path
                }
            }
        }
        return nil
    }

    /// The absolute path of a file where it is in a directory; `folders` remembers which folders are.
    private func place(of file: TreePath, in directory: String, _ folders: inout [TreePath: Bool]) -> String?
    {
        let path = file.path(under: root)
        guard !OutputLocation.contains(directory, path) else { return path }
        let folder = Directory.parent(of: path) ?? "/"
        let isInside: Bool
        if folder == "/" {
            isInside = false
        } else if let known = folders[TreePath(text: folder)] {
            isInside = known
        } else {
            isInside = Self.isReally(folder, in: directory)
            folders[TreePath(text: folder)] = isInside
        }
        return isInside || Self.isLink(path, into: directory) ? path : nil
    }

    private static func isReally(_ path: String, in directory: String) -> Bool {
        Directory.realPath(of: path).map { OutputLocation.contains(directory, $0) } ?? false
    }

    private static func isLink(_ path: String, into directory: String) -> Bool {
        guard let status = Directory.linkStatus(of: path), !status.isRegularFile else { return false }
        return isReally(path, in: directory)
    }

    private static func uris(of line: PlaylistLine) -> [String] {
        switch line.kind {
        // Blanks around a URI may be none of it.
        case .uri: [line.text, String(decoding: line.uri, as: UTF8.self)]
        case .tag(let tag):
            AddressAttribute.attributes(of: tag).compactMap { try? line.attributes().quotedString($0.name) }
        default: []
        }
    }
}
