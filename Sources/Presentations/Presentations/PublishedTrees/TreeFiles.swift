import Ciphers
package import Failures

/// The paths and sizes of the files below a directory, in the order of the paths' bytes.
///
/// Symbolic links are followed. All paths are stored in one array, since there may be hundreds of thousands.
package struct TreeFiles: Sendable, RandomAccessCollection {
    /// A file, with the location of its path in `paths`.
    private struct Entry: Sendable {
        let start: Int
        let length: Int32
        let size: UInt64
    }

    /// The path of the directory.
    package let root: String
    /// The absolute paths of directories whose files are left out.
    private let excluded: Set<TreePath>
    private var paths: [UInt8] = []
    private var entries: [Entry] = []

    /// Lists the files of an existing directory.
    ///
    /// - Parameters:
    ///   - root: the path of the directory.
    ///   - excluded: the absolute paths of directories inside it that are left out.
    /// - Throws: `RunFailure` if a directory cannot be read.
    package init(in root: String, leavingOut excluded: Set<TreePath> = []) throws(RunFailure) {
        self.root = root
        self.excluded = excluded
        var entered: Set<[UInt64]> = []
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in try add(below: "", &entered) }
        let paths = paths
        entries.sort {
            Self.bytes(of: $0, in: paths).lexicographicallyPrecedes(Self.bytes(of: $1, in: paths))
        }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }

    package subscript(index: Int) -> (path: String, size: UInt64) {
        let entry = entries[index]
        return (String(decoding: Self.bytes(of: entry, in: paths), as: UTF8.self), entry.size)
    }

    /// Returns the bytes of a small file, at most 64 MiB.
    package func contents(of path: String) throws(RunFailure) -> [UInt8] {
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try InputFile.contents(of: root + "/" + path, limit: 64 << 20)
        }
    }

    /// Returns the digest of a file, 16 bytes, as ``PublishedFile`` stores it.
    package func digest(of path: String) throws(RunFailure) -> [UInt8] {
        try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            let hash = try SHA256(of: try InputFile(path: root + "/" + path))
            return Array(hash.finish().prefix(PublishedFile.digestByteCount))
        }
    }

    private static func bytes(of entry: Entry, in paths: [UInt8]) -> ArraySlice<UInt8> {
        paths[entry.start..<entry.start + Int(entry.length)]
    }

    private func isExcluded(_ path: String) -> Bool {
        !excluded.isEmpty && excluded.contains(TreePath(text: root + "/" + path))
    }

    private mutating func add(
        below prefix: String,
        _ entered: inout Set<[UInt64]>
    ) throws(SystemCallError) {
        var directories: [(path: String, status: FileStatus)] = []
        try Directory.forEachName(in: root + "/" + prefix) { name in
            let path = prefix + name
            guard let status = Directory.status(of: root + "/" + path) else { return }
            guard !status.isDirectory else { return directories.append((path, status)) }
            let length = Int32(path.utf8.count)
            entries.append(Entry(start: paths.count, length: length, size: status.size))
            paths += path.utf8
        }
        // If links make one directory reachable by several paths, only the first path counts.
        for directory in directories.sorted(by: { $0.path < $1.path })
        where !isExcluded(directory.path)
            && entered.insert([directory.status.device, directory.status.inode]).inserted
        {
            try add(below: directory.path + "/", &entered)
        }
    }
}
