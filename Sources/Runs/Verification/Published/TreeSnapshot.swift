import Presentations

/// A tree as it is now, which keeps what it has read for comparisons with further records.
final class TreeSnapshot {
    /// The path of the directory.
    var root: String { files.root }
    private let files: TreeFiles
    private let checked: CheckedFileDigests
    /// The digests of the media of playlists, by absolute path.
    private let media: [TreePath: [UInt8]]
    /// The digests of small files, by the bytes of their paths.
    private var digests: [[UInt8]: [UInt8]] = [:]

    init(at root: String, _ checked: CheckedFileDigests, _ media: [TreePath: [UInt8]])
        throws(PresentationError)
    {
        files = try TreeFiles(in: root)
        self.checked = checked
        self.media = media
    }

    /// Returns the changes since publication within a scope, and the number of unchanged files.
    ///
    /// New files in the folders of other results (`others`, relative to the root) belong to these. Missing
    /// media that no playlist names any more are not reported: they were cut, or are on a server now.
    func comparison(
        with listing: TreeListing,
        _ scope: ComparisonScope,
        besides others: [TreePath] = [],
        isNamed: (_ path: String) -> Bool
    ) throws(PresentationError) -> (equal: Int, changes: [FileChange]) {
        var (equal, changes) = (0, [FileChange]())
        var place = 0
        for file in listing.files {
            while place < files.count, precedes(files[place].path, file.path) {
                add(files[place].path, to: &changes, scope, others)
                place += 1
            }
            let isThere = place < files.count && !precedes(file.path, files[place].path)
            defer { if isThere { place += 1 } }
            guard scope.contains(file) else { continue }
            guard isThere else {
                if scope.reportsMissing, file.isPlaylist || isNamed(root + "/" + file.path) {
                    changes.append(FileChange(path: file.path, kind: .missing))
                }
                continue
            }
            if let kind = try change(of: file, size: files[place].size) {
                changes.append(FileChange(path: file.path, kind: kind))
            } else {
                equal += 1
            }
        }
        for file in files[place...] { add(file.path, to: &changes, scope, others) }
        return (equal, withoutRepartitionedFiles(changes))
    }

    /// Returns the bytes of a playlist.
    func contents(of path: String) throws(PresentationError) -> [UInt8] { try files.contents(of: path) }

    private func change(of file: PublishedFile, size: UInt64) throws(PresentationError) -> FileChange.Kind? {
        switch file.content {
        case .playlist(let digest, let outline, let published):
            guard size == file.size, try self.digest(of: file.path) == digest else {
                return .playlist(outline)
            }
            let found = media[TreePath(text: root + "/" + file.path)]
            if let found, published.differ(from: found) { return .media }
        case .companion(let digest):
            guard size == file.size else { return .size(now: size, published: file.size) }
            guard try self.digest(of: file.path) == digest else { return .bytes(units: 1) }
        case .clearMedia(let digest, let units):
            guard size == file.size else { return .size(now: size, published: file.size) }
            guard let found = checked.digest(of: root + "/" + file.path), found.units == units else {
                return nil
            }
            guard found.digest == digest else { return .bytes(units: units) }
        case .media(let sections):
            guard size == file.size else { return .size(now: size, published: file.size) }
            // If playlists name other initialization sections, nothing is known about these.
            guard let sections, let found = try checked.sections(of: root + "/" + file.path),
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
            if case .bytes(let units) = change.kind { units == 1 } else { true }
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
        _ others: [TreePath]
    ) {
        let file = TreePath(text: path)
        guard scope.reportsAdded, !file.isHidden, !others.contains(where: file.isBelow) else { return }
        changes.append(FileChange(path: path, kind: .added))
    }

    private func digest(of path: String) throws(PresentationError) -> [UInt8] {
        if let known = digests[Array(path.utf8)] { return known }
        let digest = try files.digest(of: path)
        digests[Array(path.utf8)] = digest
        return digest
    }

    private func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
