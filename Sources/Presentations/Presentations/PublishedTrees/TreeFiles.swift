import Ciphers

/// The files below a directory, symbolic links followed: the paths and the sizes, in the order of the bytes of the paths.
///
/// There may be hundreds of thousands: the bytes of all paths are one array.
package struct TreeFiles: Sendable, RandomAccessCollection {
    /// A file, with the place of its path.
    private struct Entry: Sendable {
        let start: Int
        let length: Int32
        let size: UInt64
    }

    /// The directory.
    package let root: String
    /// Directories whose files do not belong to it, by their absolute paths.
    private let excluded: Set<TreePath>
    private var paths: [UInt8] = []
    private var entries: [Entry] = []

    /// Those of a directory that is there.
    ///
    /// - Parameters:
    ///   - root: the directory.
    ///   - excluded: directories in it that are left out, by their absolute paths.
    /// - Throws: `PresentationError` for what cannot be read.
    package init(in root: String, leavingOut excluded: Set<TreePath> = []) throws(PresentationError) {
        self.root = root
        self.excluded = excluded
        var entered: Set<[UInt64]> = []
        try stageCalls { () throws(SystemCallError) in try add(below: "", &entered) }
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

    /// The bytes of one that is small.
    package func contents(of path: String) throws(PresentationError) -> [UInt8] {
        try stageCalls { () throws(SystemCallError) in
            try InputFile.contents(of: root + "/" + path, limit: 64 << 20)
        }
    }

    /// The digest of one, 16 bytes, as ``PublishedFile`` has it.
    package func digest(of path: String) throws(PresentationError) -> [UInt8] {
        try inputCalls { () throws(SystemCallError) in
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
        // A link may lead to a directory that another path leads to, too: the first path counts.
        for directory in directories.sorted(by: { $0.path < $1.path })
        where !isExcluded(directory.path)
            && entered.insert([directory.status.device, directory.status.inode]).inserted
        {
            try add(below: directory.path + "/", &entered)
        }
    }
}
