import Ciphers
import TextFormats

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
    ) throws(PresentationError) -> [UInt8] {
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
        let hash = try SHA256(of: file) { !cancellation.isCancelled }
        return !cancellation.isCancelled && file.isUnchanged() ? hash.finish() : nil
    }
}

extension SHA256 {
    /// The hash of a file's bytes, read in pieces as long as they are wanted.
    init(of file: borrowing InputFile, while areWanted: () -> Bool = { true }) throws(SystemCallError) {
        self.init()
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        var offset: UInt64 = 0
        while areWanted() {
            let count = try file.read(into: &piece, count: piece.count, at: offset)
            update(piece.span.extracting(0..<count))
            guard count == piece.count else { return }
            offset += UInt64(count)
        }
    }
}
