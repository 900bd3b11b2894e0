/// The files of a published tree, encoded as in a record, since there may be hundreds of thousands.
package struct TreeListing: Sendable {
    /// The path of the playlist that a player opens.
    package let entry: String
    /// The files in the order of the bytes of their paths.
    package let files: EncodedFiles

    init(entry: String, files: EncodedFiles) {
        self.entry = entry
        self.files = files
    }

    /// Creates a listing of files in any order.
    init(entry: String, files: [PublishedFile]) {
        var encoded = EncodedFiles()
        for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            encoded.append(file)
        }
        self.init(entry: entry, files: encoded)
    }

    /// Creates the listing of a tree that was built in a directory.
    ///
    /// - Parameters:
    ///   - root: the directory. Small files and initialization sections are read; of media only the sizes.
    ///   - presentation: the presentation, which tells playlists and companion files from media.
    ///   - clearMedia: the MACs of files that are entirely clear.
    ///   - digests: the media digests of the playlists.
    ///   - sections: the byte ranges of initialization sections of sample-encrypted fMP4, by file.
    /// - Throws: `PresentationError` if a file cannot be read.
    package init(
        of root: String,
        _ presentation: Presentation,
        clearMedia: [TreePath: [MediaMAC]],
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
