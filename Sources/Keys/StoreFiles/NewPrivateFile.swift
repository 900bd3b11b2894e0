package import Failures
import Glibc

/// A file of mode 0600 that has no name until it is complete.
///
/// If its process ends before that, in whatever way, nothing is left of the file. On a file system without
/// `O_TMPFILE`, it has a temporary name beside its final one, which is removed with this value.
package final class NewPrivateFile {
    /// `O_TMPFILE`, a macro that Swift does not import (asm-generic/fcntl.h).
    private static let unnamedFileFlags: Int32 = 0o20_000_000 | O_DIRECTORY

    private let path: String
    private let descriptor: Int32
    private let temporaryPath: String?

    /// Returns the error number of creating a file beside `path` now, or nil if that works; the file is
    /// removed at once.
    package static func creationErrorNumber(beside path: String) -> Int32? {
        let descriptor = unsafe open(
            PrivateFile.parent(of: path),
            unnamedFileFlags | O_WRONLY | O_CLOEXEC,
            0o600
        )
        guard descriptor >= 0 else { return errno }
        _ = close(descriptor)
        return nil
    }

    /// Begins the file that will get the name `path`.
    package init(path: String) throws(RunFailure) {
        self.path = path
        let directory = PrivateFile.parent(of: path)
        // The file gets its name by way of /proc, which some sandboxes lack.
        let hasProc = unsafe access("/proc/self/fd", X_OK) == 0
        let flags = Self.unnamedFileFlags | O_WRONLY | O_CLOEXEC
        let unnamedDescriptor = hasProc ? unsafe open(directory, flags, 0o600) : -1
        if unnamedDescriptor >= 0 {
            temporaryPath = nil
            descriptor = unnamedDescriptor
            // The umask may have removed permissions of the owner.
            guard fchmod(descriptor, 0o600) == 0 else { throw PrivateFile.failure(errno, path) }
            return
        }
        let name = try PrivateFile.makeTemporary(beside: path)
        temporaryPath = name
        descriptor = unsafe open(name, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PrivateFile.failure(errno, name) }
    }

    deinit {
        if descriptor >= 0 { _ = close(descriptor) }
        // After publication the temporary name is already gone.
        if let temporaryPath { PrivateFile.discard(temporaryPath) }
    }

    /// Appends all of `contents`.
    package func write(_ contents: Span<UInt8>) throws(RunFailure) {
        try PrivateFile.write(contents, to: descriptor, path)
    }

    /// Makes the file durable and gives it its name; never replaces an existing file.
    ///
    /// - Throws: `.alreadyExists` if the name is taken.
    package func publish() throws(RunFailure) {
        guard fsync(descriptor) == 0 else { throw PrivateFile.failure(errno, path) }
        guard try link() else { throw .alreadyExists(path: path) }
    }

    private func link() throws(RunFailure) -> Bool {
        if let temporaryPath { return try PrivateFile.publish(temporaryPath, as: path) }
        let procPath = "/proc/self/fd/\(descriptor)"
        guard unsafe linkat(AT_FDCWD, procPath, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            guard errno == EEXIST else { throw PrivateFile.failure(errno, path) }
            return false
        }
        try PrivateFile.synchronizeDirectory(of: path)
        return true
    }
}
