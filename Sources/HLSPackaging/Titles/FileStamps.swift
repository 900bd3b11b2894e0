import Ciphers

/// What tells one state of a set of files from another: their names, and the sizes and times, or the bytes, of each.
struct FileStamps: Sendable {
    /// A file by its name in the set.
    private struct Entry: Sendable {
        let name: String
        let text: String
    }

    private var entries: [Entry] = []

    /// Adds a file by its size and the time of its last change.
    mutating func add(_ name: String, _ version: FileVersion) {
        entries.append(Entry(name: name, text: version.stamp))
    }

    /// Adds a file by the SHA-256 of its bytes.
    mutating func add(_ name: String, digest: [UInt8]) {
        entries.append(Entry(name: name, text: Hexadecimal.encode(digest)))
    }

    /// SHA-256 of the lines `TEXT  NAME`, in the order of the names' bytes.
    ///
    /// Where files are added by their digests, these are the lines that sha256sum(1) prints.
    var digest: [UInt8] {
        var hash = SHA256()
        for entry in entries.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            hash.update(Array("\(entry.text)  \(entry.name)\n".utf8).span)
        }
        return hash.finish()
    }
}

/// SHA-256 of files.
enum FileDigest {
    /// The digest of a file's bytes, read in pieces; a file that is not as it was is refused.
    static func digest(
        of path: String,
        _ version: FileVersion,
        _ cancellation: Cancellation
    ) throws(PackagingError) -> [UInt8] {
        let digest = try inputCalls { () throws(SystemCallError) -> [UInt8]? in
            try self.digest(of: path, version, while: cancellation)
        }
        try cancellation.check()
        guard let digest else { throw .inputChanged(path: path) }
        return digest
    }

    /// Nil where somebody asked to stop, or the file changed.
    private static func digest(
        of path: String,
        _ version: FileVersion,
        while cancellation: Cancellation
    ) throws(SystemCallError) -> [UInt8]? {
        let file = try InputFile(path: path)
        guard file.version == version else { return nil }
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        var hash = SHA256()
        var offset: UInt64 = 0
        while !cancellation.isCancelled {
            let count = try file.read(into: &piece, count: piece.count, at: offset)
            hash.update(piece.span.extracting(0..<count))
            if count < piece.count { return file.isUnchanged() ? hash.finish() : nil }
            offset += UInt64(count)
        }
        return nil
    }
}
