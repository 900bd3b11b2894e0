import CLinux
import Ciphers
package import Failures
import Glibc
import TextFormats

/// A directory in which a result is built, beside its destination.
///
/// It holds `lock`, which this process keeps locked, and `tree`, which becomes the result. If the lock is
/// free, the stage was left by a killed run. The next run with a stage in the same directory removes it.
package final class Stage: StagedTree {
    private static let prefix = ".fairlead-stage-"
    private let directory: String
    private let lock: CInt

    /// The path of the tree that is built.
    package var tree: String { directory + "/tree" }

    /// Creates a stage in `parent`, and with `removesAbandoned` first removes the stages of killed runs
    /// there.
    package init(in parent: String, removesAbandoned: Bool = true) throws(RunFailure) {
        if removesAbandoned { Self.removeAbandonedStages(in: parent) }
        (directory, lock) = try mapErrors(to: RunFailure.outputNotCreated) { () throws(SystemCallError) in
            try Self.make(in: parent)
        }
    }

    /// Creates a stage for a result.
    ///
    /// Creates the parent directory again if it is missing: a concurrent run may have created it, failed and
    /// removed it.
    package static func make(for location: OutputLocation, removesAbandoned: Bool) throws(RunFailure)
        -> Stage
    {
        do throws(RunFailure) {
            return try Stage(in: location.parent, removesAbandoned: removesAbandoned)
        } catch {
            guard error.kind == .outputNotCreated, error.errorNumber == ENOENT,
                Directory.status(of: location.parent) == nil
            else { throw error }
        }
        try mapErrors(to: RunFailure.outputNotCreated) { () throws(SystemCallError) in
            _ = try Directory.make(location.parent)
        }
        return try Stage(in: location.parent, removesAbandoned: removesAbandoned)
    }

    /// Waits until the staged files are on the disk, as they have to be before the rename.
    ///
    /// Uses the descriptor that is open since the stage was created, so that syncfs(2) reports all write
    /// errors since then, also those of write-behind. On other file systems (`SynchronizationErrors`),
    /// closing the files reported them.
    ///
    /// - Throws: `SystemCallError` if data could not be written.
    func synchronize() throws(SystemCallError) {
        guard fairlead_sync_file_system(lock) == 0 else { throw SystemCallError("syncfs", path: tree) }
    }

    /// Removes the stage and everything in it.
    package func remove() throws(RunFailure) {
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in try Self.remove(directory) }
    }

    deinit {
        close(lock)
        // On network file systems and FUSE, a file removed while open remains in its directory until it is
        // closed (NFS: `.nfs…`, FUSE: `.fuse_hidden…`).
        _ = unsafe rmdir(directory)
    }

    private static func make(in parent: String) throws(SystemCallError) -> (String, CInt) {
        // Another run may remove a stage that is not locked yet as a killed run's; then the next attempt
        // succeeds.
        for _ in 0..<16 {
            let directory = parent + "/" + prefix + Hexadecimal.encode(RandomBytes.generate(count: 8))
            // Unfinished results are hidden from other users: with AES-256-GCM, an input that changes during
            // the run may be encrypted twice under one IV.
            guard unsafe mkdir(directory, 0o700) == 0 else { throw SystemCallError("mkdir", path: directory) }
            let lock = unsafe open(directory + "/lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard lock >= 0 else {
                if errno == ENOENT { continue }
                let failure = SystemCallError("open", path: directory + "/lock")
                _ = unsafe rmdir(directory)
                throw failure
            }
            let code = flock(lock, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
            if code == 0, isLinked(lock) {
                guard unsafe mkdir(directory + "/tree", 0o777) == 0 else {
                    let failure = SystemCallError("mkdir", path: directory + "/tree")
                    close(lock)
                    try? Directory.removeTree(directory)
                    throw failure
                }
                return (directory, lock)
            }
            close(lock)
            guard code == 0 || code == EWOULDBLOCK else {
                // Without a lock no later run could tell that the stage is abandoned.
                try? Directory.removeTree(directory)
                throw SystemCallError("flock", path: directory, code: code)
            }
        }
        throw SystemCallError("flock", path: parent, code: EAGAIN)
    }

    /// Removes a stage, its lock last: if the removal is interrupted, the lock marks the rest as abandoned.
    private static func remove(_ directory: String) throws(SystemCallError) {
        try Directory.removeTree(directory + "/tree")
        _ = unsafe unlink(directory + "/lock")
        if unsafe rmdir(directory) == 0 { return }
        try Directory.removeTree(directory)
    }

    private static func isLinked(_ descriptor: CInt) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Removes the stages of killed runs; one that cannot be removed is left for another run.
    package static func removeAbandonedStages(in parent: String) {
        guard let names = try? Directory.names(in: parent) else { return }
        for name in names where name.hasPrefix(prefix) {
            let directory = parent + "/" + name
            let lock = unsafe open(directory + "/lock", O_RDWR | O_CLOEXEC)
            guard lock >= 0 else {
                // The run was killed before it created the lock; rmdir(2) removes the directory only if it is
                // empty.
                _ = unsafe rmdir(directory)
                continue
            }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? remove(directory) }
            close(lock)
            _ = unsafe rmdir(directory)
        }
    }
}
