/// The files of a published tree.
package struct TreeListing: Sendable {
    /// The path of the playlist that a player opens.
    package let entry: String
    /// The files in the order of the bytes of their paths.
    package let files: [PublishedFile]

    /// A listing of files in any order.
    package init(entry: String, files: [PublishedFile]) {
        self.entry = entry
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// The listing of what was built in a directory.
    ///
    /// - Parameters:
    ///   - root: the directory; its small files are read, of media only the sizes.
    ///   - presentation: what was built: its playlists and the files that it carries along.
    ///   - clearMedia: the codes of clear files.
    ///   - sections: where sections are whose sample entries say how samples are encrypted, by their files.
    /// - Throws: `PackagingError` for what cannot be read.
    init(
        of root: String,
        _ presentation: Presentation,
        clearMedia: [TreePath: [MediaCode]],
        sections: [TreePath: [Range<UInt64>]]
    ) throws(PackagingError) {
        let playlists = Set(presentation.playlists.map(\.path))
        let companions = Set(presentation.companions)
        let tree = try TreeFiles(in: root)
        let files = try tree.files.map { (path, size) throws(PackagingError) in
            let file = TreePath(text: path)
            if playlists.contains(file) { return PublishedFile(playlist: path, try tree.contents(of: path)) }
            let content: PublishedFile.Content
            if companions.contains(file) {
                content = .companion(digest: PublishedFile.digest(of: try tree.contents(of: path)))
            } else if let units = clearMedia[file] {
                content = .clearMedia(digest: PublishedFile.digest(of: units), units: units.count)
            } else {
                content = .media(try .init(of: root + "/" + path, sections[file] ?? []))
            }
            return PublishedFile(path: path, size: size, content: content)
        }
        self.init(entry: presentation.entry.description, files: files)
    }
}
