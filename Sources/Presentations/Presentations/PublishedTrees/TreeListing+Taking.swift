package import Ciphers
package import HLSPlaylists
import MediaProbing

/// A listing of a tree that somebody may have changed.
extension TreeListing {
    /// What the playlists of such a tree say.
    package struct Playlists {
        /// Their new bytes, by their absolute paths.
        package var bytes: [TreePath: [UInt8]] = [:]
        /// Those from which segments were cut.
        package var parts: Set<TreePath> = []
        /// Where initialization sections are, by the absolute paths of the files; nil for the whole of one.
        package var sections: [TreePath: [ByteRange?]] = [:]

        /// Makes a statement of playlists.
        package init(
            bytes: [TreePath: [UInt8]] = [:],
            parts: Set<TreePath> = [],
            sections: [TreePath: [ByteRange?]] = [:]
        ) {
            self.bytes = bytes
            self.parts = parts
            self.sections = sections
        }
    }

    /// The listing of what is there.
    ///
    /// Playlists, WebVTT in the clear, sections that are known and files that are carried along are read again. Other media are not,
    /// which may be long and which nobody could open: those that are as long as they were keep what is known of them.
    ///
    /// - Parameters:
    ///   - tree: the files.
    ///   - entry: the playlist that a player opens.
    ///   - playlists: what its playlists say.
    ///   - known: what was published there.
    ///   - digestKey: the key of the store for codes of media.
    /// - Throws: `PresentationError` for what cannot be read.
    package init(
        of tree: TreeFiles,
        entry: String,
        playlists: Playlists,
        like known: TreeListing?,
        digestKey: ContentKey
    ) throws(PresentationError) {
        var published: [TreePath: PublishedFile] = [:]
        if let known { for file in known.files { published[TreePath(text: file.path)] = file } }
        var files: [PublishedFile] = []
        for (path, size) in tree {
            let file = TreePath(text: path)
            guard published[file] != nil || !file.isHidden else { continue }
            let place = TreePath(text: tree.root + "/" + path)
            if let bytes = playlists.bytes[place] {
                let media: PublishedFile.PlaylistMedia = playlists.parts.contains(place) ? .part : .unknown
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
                let sections = playlists.sections[place, default: []].map { range in
                    range.map { $0.offset..<$0.offset + $0.length } ?? 0..<size
                }
                let content = PublishedFile.Content.media(try .init(of: tree.root + "/" + path, sections))
                files.append(PublishedFile(path: path, size: size, content: content))
            case let content:
                let kept = published[file]?.size == size ? content : nil
                let text = try Self.text(at: tree.root + "/" + path, size, digestKey)
                files.append(PublishedFile(path: path, size: size, content: text ?? kept ?? .media(nil)))
            }
        }
        self.init(entry: entry, files: files)
    }

    /// The listing with other playlists in the place of those under their paths.
    package func replacing(_ playlists: [PublishedFile]) -> TreeListing {
        let replaced = Set(playlists.map { TreePath(text: $0.path) })
        return TreeListing(
            entry: entry,
            files: files.filter { !$0.isPlaylist || !replaced.contains(TreePath(text: $0.path)) } + playlists
        )
    }

    /// What tells the bytes of a file that is WebVTT; nil of others.
    private static func text(
        at path: String,
        _ size: UInt64,
        _ digestKey: ContentKey
    ) throws(PresentationError) -> PublishedFile.Content? {
        guard size <= UInt64(PlaylistDocument.maximumSize) else { return nil }
        let start = try stageCalls { () throws(SystemCallError) in
            var start = [UInt8](repeating: 0, count: StreamKind.sniffLength)
            let count = try InputFile(path: path).read(into: &start, count: start.count, at: 0)
            return start.prefix(count)
        }
        guard StreamKind.sniff(start) == .webVTT else { return nil }
        let bytes = try stageCalls { () throws(SystemCallError) in
            try InputFile.contents(of: path, limit: UInt64(PlaylistDocument.maximumSize))
        }
        do throws(CipherError) {
            var code = try MediaAuthenticationCode(key: digestKey)
            try code.update(bytes.span)
            let unit = MediaCode(length: UInt64(bytes.count), code: try code.finish())
            return .clearMedia(digest: PublishedFile.digest(of: [unit]), units: 1)
        } catch {
            throw .fault("\(error)")
        }
    }
}
