package import Failures
import FoundationEssentials
import Glibc
import Synchronization

/// Files that have a name before they are complete, which SQLite requires.
///
/// The process that creates such a file locks it; a file without a lock was left by a process that was
/// killed.
extension PrivateFile {
    /// The prefix of the names of unfinished files.
    private static let prefix = ".fairlead-new-"
    /// The unfinished files of this process, with the open descriptors that lock them.
    private static let unfinished = Mutex<[String: Int32]>([:])

    /// Removes the unfinished files of this process, which is about to end.
    package static func discardUnfinished() {
        for name in unfinished.withLock({ $0.keys }) { discard(name) }
    }

    /// Creates an empty file of mode 0600 beside `path`, under a name that no other process uses.
    package static func makeTemporary(beside path: String) throws(RunFailure) -> String {
        removeAbandoned(beside: path)
        // Another process may remove a file that is not locked yet as abandoned; then a later attempt
        // succeeds.
        for _ in 0..<16 {
            let temporaryPath =
                parent(of: path) + "/" + prefix + String(UInt64.random(in: .min ... .max), radix: 36)
            let descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(errno, path) }
            // The mask of the process may have taken rights away.
            _ = fchmod(descriptor, 0o600)
            // If the file system has no locks, no process can take the file for abandoned.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, linkCount(descriptor) > 0 {
                unfinished.withLock { $0[temporaryPath] = descriptor }
                return temporaryPath
            }
            _ = close(descriptor)
        }
        throw failure(EAGAIN, path)
    }

    /// Gives the finished file `temporaryPath` the name `path`, durably; returns false if that name is taken.
    ///
    /// The temporary name is gone in both cases.
    package static func publish(_ temporaryPath: String, as path: String) throws(RunFailure) -> Bool {
        let status = unsafe link(temporaryPath, path)
        let code = errno
        discard(temporaryPath)
        guard status == 0 else {
            guard code == EEXIST else { throw failure(code, path) }
            return false
        }
        try synchronizeDirectory(of: path)
        return true
    }

    /// The ends of the names of files that SQLite keeps beside a database.
    private static let companionSuffixes = ["-journal", "-wal", "-shm"]

    /// Removes a temporary file that will not be published, and SQLite's files beside it.
    package static func discard(_ temporaryPath: String) {
        remove(temporaryPath)
        if let descriptor = unfinished.withLock({ $0.removeValue(forKey: temporaryPath) }) {
            _ = close(descriptor)
        }
    }

    /// Removes files that killed processes left in the folder of `path`.
    package static func removeAbandoned(beside path: String) {
        let directory = parent(of: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(prefix) && !companionSuffixes.contains(where: name.hasSuffix) {
            removeIfAbandoned(directory + "/" + name)
        }
    }

    /// Indicates whether a file has this number of temporary names beside its own.
    package static func hasTemporaryNames(_ path: String, count: Int) -> Bool {
        let directory = parent(of: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let identity = FileIdentity(of: path)
        let found = names.count { $0.hasPrefix(prefix) && FileIdentity(of: directory + "/" + $0) == identity }
        return found == count
    }

    private static func removeIfAbandoned(_ temporaryPath: String) {
        var status = stat()
        guard unsafe lstat(temporaryPath, &status) == 0 else { return }
        // It has its final name, too. Opening and closing it would release the locks that SQLite holds on it
        // in this process.
        guard status.st_nlink == 1 else { return remove(temporaryPath) }
        let descriptor = unsafe open(temporaryPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(temporaryPath) }
        _ = close(descriptor)
    }

    /// Removes SQLite's files first, because only the file shows that it was abandoned.
    private static func remove(_ temporaryPath: String) {
        for suffix in companionSuffixes { _ = unsafe unlink(temporaryPath + suffix) }
        _ = unsafe unlink(temporaryPath)
    }

    private static func linkCount(_ descriptor: Int32) -> Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_nlink) : 0
    }
}
