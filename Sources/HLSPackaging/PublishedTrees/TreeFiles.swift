/// The files below a directory, symbolic links followed.
package struct TreeFiles: Sendable {
    /// The directory.
    package let root: String
    /// The paths below it and the sizes, in the order of the bytes of the paths.
    package private(set) var files: [(path: String, size: UInt64)] = []

    /// Those of a directory that is there.
    package init(in root: String) throws(PackagingError) {
        self.root = root
        var entered: Set<[UInt64]> = []
        try stageCalls { () throws(SystemCallError) in try add(below: "", &entered) }
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// The bytes of one that is small.
    package func contents(of path: String) throws(PackagingError) -> [UInt8] {
        try stageCalls { () throws(SystemCallError) in
            try InputFile.contents(of: root + "/" + path, limit: 64 << 20)
        }
    }

    private mutating func add(
        below prefix: String,
        _ entered: inout Set<[UInt64]>
    ) throws(SystemCallError) {
        for name in try Directory.names(in: root + "/" + prefix) {
            guard let status = Directory.status(of: root + "/" + prefix + name) else { continue }
            if !status.isDirectory {
                files.append((prefix + name, status.size))
            } else if entered.insert([status.device, status.inode]).inserted {
                // A link may lead up again.
                try add(below: prefix + name + "/", &entered)
            }
        }
    }
}
