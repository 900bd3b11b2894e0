/// The files of a published tree, in the form in which a record has them: there may be hundreds of thousands.
package struct TreeListing: Sendable {
    /// The path of the playlist that a player opens.
    package let entry: String
    /// The files in the order of the bytes of their paths.
    package let files: EncodedFiles

    init(entry: String, files: EncodedFiles) {
        self.entry = entry
        self.files = files
    }

    /// A listing of files in any order.
    package init(entry: String, files: [PublishedFile]) {
        var encoded = EncodedFiles()
        for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            encoded.append(file)
        }
        self.init(entry: entry, files: encoded)
    }

    /// The listing of what was built in a directory.
    ///
    /// - Parameters:
    ///   - root: the directory; its small files and the sections are read, of media only the sizes.
    ///   - presentation: what was built: its playlists and the files that it carries along.
    ///   - clearMedia: the codes of clear files.
    ///   - digests: the digests of the media of playlists.
    ///   - sections: where sections are whose sample entries say how samples are encrypted, by their files.
    /// - Throws: `PresentationError` for what cannot be read.
    package init(
        of root: String,
        _ presentation: Presentation,
        clearMedia: [TreePath: [MediaCode]],
        digests: [TreePath: [UInt8]],
        sections: [TreePath: [Range<UInt64>]]
    ) throws(PresentationError) {
        let playlists = Set(presentation.playlists.map(\.path))
        let companions = Set(presentation.companions)
        let tree = try TreeFiles(in: root)
        var files = EncodedFiles()
        for (path, size) in tree {
            let file = TreePath(text: path)
            guard !playlists.contains(file) else {
                files.append(PublishedFile(playlist: path, try tree.contents(of: path), .init(digests[file])))
                continue
            }
            let content: PublishedFile.Content
            if companions.contains(file) {
                content = .companion(digest: try tree.digest(of: path))
            } else if let units = clearMedia[file] {
                content = .clearMedia(digest: PublishedFile.digest(of: units), units: units.count)
            } else {
                content = .media(try .init(of: root + "/" + path, sections[file] ?? []))
            }
            files.append(PublishedFile(path: path, size: size, content: content))
        }
        self.init(entry: presentation.entry.description, files: files)
    }
}
