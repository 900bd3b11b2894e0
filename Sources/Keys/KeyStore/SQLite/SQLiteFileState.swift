import Glibc
import StoreFiles

/// The signs from outside that another process writes a SQLite file.
struct SQLiteFileState {
    private let file: FileIdentity
    private let byteCount: Int
    private let modifiedAt: [Int]
    private let log: FileIdentity?
    private let journal: FileIdentity?

    /// Indicates whether a process writes the file, or one was killed that did: there is a write-ahead log or a
    /// rollback journal.
    var hasWriter: Bool { log != nil || journal != nil }

    /// Indicates whether the file itself, without SQLite's files beside it, is as it was in another state.
    func hasSameContents(as other: SQLiteFileState) -> Bool {
        file == other.file && byteCount == other.byteCount && modifiedAt == other.modifiedAt
    }

    /// Reads the state of the file at `path`; nil if there is none.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        file = FileIdentity(status)
        byteCount = status.st_size
        modifiedAt = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        let companions = Self.companions(of: path)
        (log, journal) = (FileIdentity(of: companions[0]), FileIdentity(of: companions[1]))
    }

    /// Indicates whether a connection that was opened in this state is of use: as long as the same log is there, which
    /// tells it of changes, or as nothing has changed.
    func isCurrent(of path: String) -> Bool {
        guard let present = SQLiteFileState(of: path), present.file == file, present.log == log else {
            return false
        }
        return hasWriter || (!present.hasWriter && present.hasSameContents(as: self))
    }

    /// Returns the path of the write-ahead log of the file at `path`.
    static func writeAheadLog(of path: String) -> String { resolved(path) + "-wal" }

    /// Returns the path of the shared memory of the file at `path`, in which SQLite has its locks.
    static func sharedMemory(of path: String) -> String { resolved(path) + "-shm" }

    /// Returns the paths of the files of SQLite's that have commits of the file at `path`: write-ahead log and rollback
    /// journal.
    static func companions(of path: String) -> [String] {
        let path = resolved(path)
        return [path + "-wal", path + "-journal"]
    }

    /// Returns the path of the file that symbolic links lead to, beside which SQLite's files are.
    static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
