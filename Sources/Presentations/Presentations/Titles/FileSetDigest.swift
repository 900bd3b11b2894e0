import Ciphers
import Failures
import TextFormats

/// Computes a digest over a set of files: over their names and either sizes and times or the digests of their
/// bytes.
struct FileSetDigest: Sendable {
    private struct Entry: Sendable {
        let name: String
        let stamp: String
    }

    private var entries: [Entry] = []

    /// Adds a file by its size and modification time.
    mutating func add(_ name: String, _ version: FileVersion) {
        entries.append(Entry(name: name, stamp: version.timestampDescription))
    }

    /// Adds a file by the SHA-256 of its bytes.
    mutating func add(_ name: String, digest: [UInt8]) {
        entries.append(Entry(name: name, stamp: Hexadecimal.encode(digest)))
    }

    /// The SHA-256 of a list of the files, sorted by the bytes of their names.
    ///
    /// The list has a line `TEXT  NAME` for each file. The text is the size and modification time, or the
    /// digest of the file's bytes; with digests, these are the lines that sha256sum(1) prints.
    var digest: [UInt8] {
        var hash = SHA256()
        for entry in entries.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            hash.update(Array("\(entry.stamp)  \(entry.name)\n".utf8).span)
        }
        return hash.finish()
    }
}

/// Computes the SHA-256 of files.
enum FileDigest {
    /// Returns the digest of a file's bytes, read in pieces; throws if the file is not of the given version.
    static func digest(
        of path: String,
        _ version: FileVersion,
        _ cancellation: Cancellation
    ) throws(RunFailure) -> [UInt8] {
        let digest = try mapErrors(to: RunFailure.input) { () throws(SystemCallError) -> [UInt8]? in
            try self.digest(of: path, version, while: cancellation)
        }
        try cancellation.check()
        guard let digest else { throw .inputChanged(path: path) }
        return digest
    }

    /// Returns nil if the run was canceled or the file changed.
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
    /// Hashes a file's bytes in pieces, until its end or until `shouldContinue` returns false.
    init(of file: borrowing InputFile, while shouldContinue: () -> Bool = { true }) throws(SystemCallError) {
        self.init()
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        var offset: UInt64 = 0
        while shouldContinue() {
            let count = try file.read(into: &piece, count: piece.count, at: offset)
            update(piece.span.extracting(0..<count))
            guard count == piece.count else { return }
            offset += UInt64(count)
        }
    }
}
