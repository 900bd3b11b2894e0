package import Failures
import Glibc

/// Keeps a SQLite file under one name.
///
/// SQLite's files beside it, with the newest commits and the locks, are named after it. Processes that open the same
/// file under two names, or in two folders, do not see each other's commits and destroy the file.
package enum SingleName {
    /// The number of times to look again, because a new store has two names for a moment.
    private static let attemptCount = 50
    /// The time between them, in microseconds.
    private static let pause: UInt32 = 10_000

    /// Throws if an existing file has another name: a hard link, or because it is mounted by itself.
    ///
    /// Removes the other name if a process was killed when it published the file, unless it is opened for reading only.
    package static func require(_ path: String, readOnly: Bool, mounts: MountTable) throws(RunFailure) {
        guard !mounts.mounts.contains(where: { $0.point == NetworkFileSystem.resolved(path) }) else {
            throw .severalNames(path: path, reason: "it is mounted by itself")
        }
        var count = try linkCount(path)
        if count > 1, !readOnly { PrivateFile.removeAbandoned(beside: path) }
        for _ in 0..<attemptCount where count > 1 {
            // Nobody opens a store by the name that it had before it was published.
            if PrivateFile.hasTemporaryNames(path, count: count - 1) { return }
            usleep(pause)
            count = try linkCount(path)
        }
        guard count <= 1 else { throw .severalNames(path: path, reason: "\(count) hard links") }
    }

    private static func linkCount(_ path: String) throws(RunFailure) -> Int {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw PrivateFile.failure(errno, path) }
        return Int(status.st_nlink)
    }
}
