package import Ciphers
package import Failures
package import HLSPlaylists
import MediaProbing
import SampleEncryption

/// Creation of a listing from a tree that may have been changed since it was published.
extension TreeListing {
    /// The present state of the tree's playlists.
    package struct Playlists {
        /// The new bytes of playlists, by absolute path.
        package var bytes: [TreePath: [UInt8]] = [:]
        /// The absolute paths of playlists from which segments were removed.
        var partialPlaylists: Set<TreePath> = []
        /// The byte ranges of initialization sections, by the absolute path of the file; nil for a whole
        /// file.
        package var sections: [TreePath: [ByteRange?]] = [:]

        /// Creates the state from its parts.
        package init(
            bytes: [TreePath: [UInt8]] = [:],
            partialPlaylists: Set<TreePath> = [],
            sections: [TreePath: [ByteRange?]] = [:]
        ) {
            self.bytes = bytes
            self.partialPlaylists = partialPlaylists
            self.sections = sections
        }
    }

    /// Creates a listing of the files that exist.
    ///
    /// Reads playlists, clear WebVTT, companion files and known initialization sections again. Other media
    /// are not read: they may be long, and without keys cannot be checked. If their size is as published,
    /// their recorded content is kept.
    ///
    /// - Parameters:
    ///   - tree: the files of the tree.
    ///   - entry: the path of the playlist that a player opens.
    ///   - playlists: the present state of the playlists.
    ///   - previousListing: the listing published at this location, or nil.
    ///   - digestKey: the key of the store for MACs of media.
    /// - Throws: `RunFailure` if a file cannot be read.
    package init(
        of tree: TreeFiles,
        entry: String,
        playlists: Playlists,
        previous previousListing: TreeListing?,
        digestKey: ContentKey
    ) throws(RunFailure) {
        var published: [TreePath: PublishedFile] = [:]
        if let previousListing {
            for file in previousListing.files { published[TreePath(text: file.path)] = file }
        }
        var files: [PublishedFile] = []
        for (path, size) in tree {
            let file = TreePath(text: path)
            guard published[file] != nil || !file.isHidden else { continue }
            let absolutePath = TreePath(text: tree.root + "/" + path)
            if let bytes = playlists.bytes[absolutePath] {
                let media: PublishedFile.PlaylistMedia =
                    playlists.partialPlaylists.contains(absolutePath) ? .part : .unknown
                files.append(PublishedFile(playlist: path, bytes, media))
                continue
            }
            switch published[file]?.content {
            case .playlist:
                let bytes = try tree.contents(of: path)
                let isPart = published[file]?.isPart(bytes) ?? false
                files.append(PublishedFile(playlist: path, bytes, isPart ? .part : .unknown))
            case _ where ["m3u8", "m3u"].contains(file.fileExtension):
                files.append(PublishedFile(playlist: path, try tree.contents(of: path)))
            case .companion:
                let digest = try tree.digest(of: path)
                files.append(PublishedFile(path: path, size: size, content: .companion(digest: digest)))
            case .media(.some) where published[file]?.size == size:
                let sections = playlists.sections[absolutePath, default: []].map { range in
                    range.map { $0.offset..<$0.offset + $0.length } ?? 0..<size
                }
                let content = PublishedFile.Content.media(try .init(of: tree.root + "/" + path, sections))
                files.append(PublishedFile(path: path, size: size, content: content))
            case let content:
                let keptContent = published[file]?.size == size ? content : nil
                let webVTT = try Self.webVTTContent(at: tree.root + "/" + path, size, digestKey)
                files.append(
                    PublishedFile(path: path, size: size, content: webVTT ?? keptContent ?? .media(nil))
                )
            }
        }
        self.init(entry: entry, files: files)
    }

    /// Returns the listing with playlists replaced by those with the same paths.
    package func replacing(_ playlists: [PublishedFile]) -> TreeListing {
        let replacedPaths = Set(playlists.map { TreePath(text: $0.path) })
        return TreeListing(
            entry: entry,
            files: files.filter { !$0.isPlaylist || !replacedPaths.contains(TreePath(text: $0.path)) }
                + playlists
        )
    }

    /// Returns the content of a WebVTT file, or nil for other files.
    private static func webVTTContent(
        at path: String,
        _ size: UInt64,
        _ digestKey: ContentKey
    ) throws(RunFailure) -> PublishedFile.Content? {
        guard size <= UInt64(PlaylistDocument.maximumSize) else { return nil }
        let start = try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            var start = [UInt8](repeating: 0, count: StreamKind.detectionLength)
            let count = try InputFile(path: path).read(into: &start, count: start.count, at: 0)
            return start.prefix(count)
        }
        guard StreamKind.sniff(start) == .webVTT else { return nil }
        let bytes = try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try InputFile.contents(of: path, limit: UInt64(PlaylistDocument.maximumSize))
        }
        return try mapErrors(to: { .fault($0, doing: "computing the digest of \(path)") }) {
            () throws(CipherError) in
            var mac = try MediaAuthenticationCode(key: digestKey)
            try mac.update(bytes.span)
            let mediaMAC = MediaMAC(bytes: try mac.finish(), length: UInt64(bytes.count))
            return .clearMedia(digest: PublishedFile.digest(of: [mediaMAC]), resourceCount: 1)
        }
    }
}
