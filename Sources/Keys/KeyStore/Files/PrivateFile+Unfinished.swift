import FoundationEssentials
import Glibc
import Synchronization

/// Files that have a name before they are whole, which SQLite wants: each is locked by who makes it, so that one whose lock is free was
/// left by a process that was killed.
extension PrivateFile {
    /// What their names begin with.
    private static let prefix = ".fairlead-new-"
    /// Those of this process, with the open files that lock them.
    private static let unfinished = Mutex<[String: Int32]>([:])

    /// Removes what is not whole yet: for a process that is going to end.
    package static func discardUnfinished() {
        for name in unfinished.withLock({ $0.keys }) { discard(name) }
    }

    /// Makes an empty file of mode 0600 beside `path`, under a name that nobody else has.
    static func makeTemporary(beside path: String) throws(KeyStoreError) -> String {
        collectUnfinished(beside: path)
        // Another process may take a file that is not locked yet for a dead one; then the next try gets through.
        for _ in 0..<16 {
            let temporary =
                parent(of: path) + "/" + prefix + String(UInt64.random(in: .min ... .max), radix: 36)
            let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(errno, path) }
            // Where the file system has no locks, nobody can take it for dead.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, linkCount(descriptor) > 0 {
                unfinished.withLock { $0[temporary] = descriptor }
                return temporary
            }
            _ = close(descriptor)
        }
        throw failure(EAGAIN, path)
    }

    /// Gives the finished file `temporary` the name `path`, durably; false if that name is taken.
    ///
    /// The temporary name is gone afterwards.
    static func publish(_ temporary: String, as path: String) throws(KeyStoreError) -> Bool {
        let status = unsafe link(temporary, path)
        let code = errno
        discard(temporary)
        guard status == 0 else {
            guard code == EEXIST else { throw failure(code, path) }
            return false
        }
        try synchronizeDirectory(of: path)
        return true
    }

    /// Removes a temporary file that is not going to be published, and the journal of a database in it.
    static func discard(_ temporary: String) {
        remove(temporary)
        if let descriptor = unfinished.withLock({ $0.removeValue(forKey: temporary) }) {
            _ = close(descriptor)
        }
    }

    /// Removes what killed processes have left in the folder of `path`.
    static func collectUnfinished(beside path: String) {
        let directory = parent(of: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(prefix) && !name.hasSuffix("-journal") {
            collect(directory + "/" + name)
        }
    }

    private static func collect(_ temporary: String) {
        var status = stat()
        guard unsafe lstat(temporary, &status) == 0 else { return }
        // It has its right name already, too. To open and close it would give up locks that SQLite has on it in this process.
        guard status.st_nlink == 1 else { return remove(temporary) }
        let descriptor = unsafe open(temporary, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(temporary) }
        _ = close(descriptor)
    }

    /// The journal goes first: the file is what tells that it is dead.
    private static func remove(_ temporary: String) {
        _ = unsafe unlink(temporary + "-journal")
        _ = unsafe unlink(temporary)
    }

    private static func linkCount(_ descriptor: Int32) -> Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_nlink) : 0
    }
}
