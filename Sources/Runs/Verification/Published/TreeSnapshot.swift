import Failures
import Presentations

/// A tree as it is now, which keeps what it has read for comparisons with further records.
final class TreeSnapshot {
    /// The path of the directory.
    var root: String { files.root }
    private let files: TreeFiles
    private let checkedDigests: CheckedFileDigests
    /// The digests of the media of playlists, by absolute path.
    private let mediaDigests: [TreePath: [UInt8]]
    /// The digests of small files, by the bytes of their paths.
    private var digests: [[UInt8]: [UInt8]] = [:]

    init(at root: String, _ checkedDigests: CheckedFileDigests, _ mediaDigests: [TreePath: [UInt8]])
        throws(RunFailure)
    {
        files = try TreeFiles(in: root)
        self.checkedDigests = checkedDigests
        self.mediaDigests = mediaDigests
    }

    /// Returns the changes since publication within a scope, and the number of unchanged files.
    ///
    /// New files in the folders of other results (`otherFolders`, relative to the root) belong to these.
    /// Missing media that no playlist names any more are not reported: they were cut, or are on a server now.
    func comparison(
        with listing: TreeListing,
        _ scope: ComparisonScope,
        besides otherFolders: [TreePath] = [],
        isNamed: (_ path: String) -> Bool
    ) throws(RunFailure) -> (unchangedCount: Int, changes: [FileChange]) {
        var (unchangedCount, changes) = (0, [FileChange]())
        var fileIndex = 0
        for file in listing.files {
            while fileIndex < files.count, precedes(files[fileIndex].path, file.path) {
                add(files[fileIndex].path, to: &changes, scope, otherFolders)
                fileIndex += 1
            }
            let exists = fileIndex < files.count && !precedes(file.path, files[fileIndex].path)
            defer { if exists { fileIndex += 1 } }
            guard scope.contains(file) else { continue }
            guard exists else {
                if scope.reportsMissing, file.isPlaylist || isNamed(root + "/" + file.path) {
                    changes.append(FileChange(path: file.path, kind: .missing))
                }
                continue
            }
            if let kind = try change(of: file, size: files[fileIndex].size) {
                changes.append(FileChange(path: file.path, kind: kind))
            } else {
                unchangedCount += 1
            }
        }
        for file in files[fileIndex...] { add(file.path, to: &changes, scope, otherFolders) }
        return (unchangedCount, withoutRepartitionedFiles(changes))
    }

    /// Returns the bytes of a playlist.
    func contents(of path: String) throws(RunFailure) -> [UInt8] { try files.contents(of: path) }

    private func change(of file: PublishedFile, size: UInt64) throws(RunFailure) -> FileChange.Kind? {
        switch file.content {
        case .playlist(let digest, let outline, let published):
            guard size == file.size, try self.digest(of: file.path) == digest else {
                return .playlist(outline)
            }
            let found = mediaDigests[TreePath(text: root + "/" + file.path)]
            if let found, published.differ(from: found) { return .media }
        case .companion(let digest):
            guard size == file.size else { return .size(current: size, published: file.size) }
            guard try self.digest(of: file.path) == digest else { return .bytes(resourceCount: 1) }
        case .clearMedia(let digest, let resourceCount):
            guard size == file.size else { return .size(current: size, published: file.size) }
            guard let found = checkedDigests.digest(of: root + "/" + file.path),
                found.resourceCount == resourceCount
            else {
                return nil
            }
            guard found.digest == digest else { return .bytes(resourceCount: resourceCount) }
        case .media(let sections):
            guard size == file.size else { return .size(current: size, published: file.size) }
            // If playlists name other initialization sections, nothing is known about these.
            guard let sections, let found = try checkedDigests.sectionDigest(of: root + "/" + file.path),
                found.count == sections.count
            else { return nil }
            guard found == sections else { return .sections }
        }
        return nil
    }

    /// Removes changes of bytes that may come from playlists that divide a file in another way.
    private func withoutRepartitionedFiles(_ changes: [FileChange]) -> [FileChange] {
        guard changes.contains(where: \.isOfPlaylist) else { return changes }
        return changes.filter { change in
            if case .bytes(let resourceCount) = change.kind { resourceCount == 1 } else { true }
        }
    }

    /// Adds a file that was not published.
    ///
    /// Hidden files are not served and so left out: those of a desktop, of a network file system, or of a
    /// `rewrite` that was killed.
    private func add(
        _ path: String,
        to changes: inout [FileChange],
        _ scope: ComparisonScope,
        _ otherFolders: [TreePath]
    ) {
        let file = TreePath(text: path)
        guard scope.reportsAdded, !file.isHidden, !otherFolders.contains(where: file.isBelow) else { return }
        changes.append(FileChange(path: path, kind: .added))
    }

    private func digest(of path: String) throws(RunFailure) -> [UInt8] {
        if let cached = digests[Array(path.utf8)] { return cached }
        let digest = try files.digest(of: path)
        digests[Array(path.utf8)] = digest
        return digest
    }

    private func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
