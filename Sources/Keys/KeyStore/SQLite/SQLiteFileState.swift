import Glibc

/// What shows from outside whether another process writes a SQLite file.
struct SQLiteFileState: Equatable {
    private let file: FileIdentity
    private let byteCount: Int
    private let modifiedAt: [Int]
    /// Indicates whether a process writes the file, or one was killed that did: there is a write-ahead log or a
    /// rollback journal.
    let hasWriter: Bool

    /// Reads the state of the file at `path`; nil if there is none.
    init?(of path: String) {
        var status = stat()
        guard let file = FileIdentity(of: path), unsafe stat(path, &status) == 0 else { return nil }
        self.file = file
        byteCount = status.st_size
        modifiedAt = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        hasWriter = [Self.writeAheadLog(of: path), Self.companion("-journal", of: path)].contains {
            FileIdentity(of: $0) != nil
        }
    }

    /// Returns the path of the write-ahead log of the file at `path`.
    static func writeAheadLog(of path: String) -> String { companion("-wal", of: path) }

    /// Returns the path of a file of SQLite's, which is beside the file that symbolic links lead to.
    private static func companion(_ suffix: String, of path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path + suffix }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved) + suffix
    }
}
