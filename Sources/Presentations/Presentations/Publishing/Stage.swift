import CLinux
import Ciphers
import Glibc
import TextFormats

/// The directory in which a result is built, beside its destination.
///
/// It holds `lock`, which this process keeps locked, and `tree`, which becomes the result. A stage whose lock is free
/// was left by a run that was killed; the next run that stages in the same directory removes it.
package final class Stage: Sendable {
    private static let prefix = ".fairlead-stage-"
    private let directory: String
    private let lock: CInt

    /// The root of the tree that is built.
    package var tree: String { directory + "/tree" }

    /// Makes a stage in `parent`, after removing dead ones unless somebody does that for many.
    package init(in parent: String, collectsDead: Bool = true) throws(PresentationError) {
        if collectsDead { Self.collectDeadStages(in: parent) }
        do {
            (directory, lock) = try Self.make(in: parent)
        } catch {
            throw .outputSystem(error)
        }
    }

    /// Makes a stage for a result.
    ///
    /// The directory above it may be gone: a run beside this one that made it has failed, and took it away again.
    package static func make(for location: OutputLocation, collectsDead: Bool) throws(PresentationError)
        -> Stage
    {
        do throws(PresentationError) {
            return try Stage(in: location.parent, collectsDead: collectsDead)
        } catch {
            guard case .outputSystem(let failure) = error, failure.code == ENOENT,
                Directory.status(of: location.parent) == nil
            else { throw error }
        }
        do throws(SystemCallError) {
            try Directory.make(location.parent)
        } catch {
            throw .outputSystem(error)
        }
        return try Stage(in: location.parent, collectsDead: collectsDead)
    }

    /// Waits until the staged files are on the disk: a rename must not outlive the bytes that it names.
    ///
    /// By the descriptor that is open since the stage was made: syncfs(2) tells of what could not be written since then, also
    /// where it went to the disk before. Where it does not (`SynchronizationErrors`), files told when they were closed.
    ///
    /// - Throws: `SystemCallError`.
    func synchronize() throws(SystemCallError) {
        guard fairlead_sync_file_system(lock) == 0 else { throw SystemCallError("syncfs", path: tree) }
    }

    /// Removes the stage with all that is still in it.
    package func remove() throws(PresentationError) {
        try stageCalls { () throws(SystemCallError) in try Self.remove(directory) }
    }

    deinit {
        close(lock)
        // On a network a file that is removed while it is open keeps its directory (NFS: `.nfs…`, FUSE: `.fuse_hidden…`).
        _ = unsafe rmdir(directory)
    }

    private static func make(in parent: String) throws(SystemCallError) -> (String, CInt) {
        // Another run may take a stage that is not locked yet for a dead one; then the next try gets through.
        for _ in 0..<16 {
            let directory = parent + "/" + prefix + Hexadecimal.encode(RandomBytes.make(count: 8))
            // Nobody else sees what is not finished: of AES-256-GCM, what would be encrypted twice under one vector if a file
            // changes meanwhile.
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
                // Without a lock nobody could tell that it is dead.
                try? Directory.removeTree(directory)
                throw SystemCallError("flock", path: directory, code: code)
            }
        }
        throw SystemCallError("flock", path: parent, code: EAGAIN)
    }

    /// Removes a stage, its lock last: without one, what is left after a kill could not be told to be dead.
    private static func remove(_ directory: String) throws(SystemCallError) {
        try Directory.removeTree(directory + "/tree")
        try Directory.removeTree(directory)
    }

    private static func isLinked(_ descriptor: CInt) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Removes the stages of runs that are gone.
    ///
    /// One that cannot be removed is left for another run.
    package static func collectDeadStages(in parent: String) {
        guard let names = try? Directory.names(in: parent) else { return }
        for name in names where name.hasPrefix(prefix) {
            let directory = parent + "/" + name
            let lock = unsafe open(directory + "/lock", O_RDWR | O_CLOEXEC)
            guard lock >= 0 else {
                // Killed before the lock was made: an empty directory. One with a tree is not ours to judge.
                _ = unsafe rmdir(directory)
                continue
            }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? remove(directory) }
            close(lock)
            _ = unsafe rmdir(directory)
        }
    }
}
