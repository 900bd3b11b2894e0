import Glibc

/// A file of mode 0600 in the making, which has no name until it is whole.
///
/// So nothing is left of it, whenever and however its process ends. Where the file system cannot do that (`O_TMPFILE`), it
/// has a name of its own beside the one that it is going to have, which goes with this value.
final class NewPrivateFile {
    /// `O_TMPFILE`, a macro that Swift does not see (asm-generic/fcntl.h).
    private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

    private let path: String
    private let descriptor: Int32
    private let temporary: String?

    /// The error number of making a file beside `path` now, which is gone at once; nil where that goes.
    static func obstacle(beside path: String) -> Int32? {
        let descriptor = unsafe open(PrivateFile.parent(of: path), withoutName | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        _ = close(descriptor)
        return nil
    }

    /// Begins the file that is going to be `path`.
    init(path: String) throws(KeyStoreError) {
        self.path = path
        let directory = PrivateFile.parent(of: path)
        // It gets its name by way of /proc, which not every jail has.
        let hasProc = unsafe access("/proc/self/fd", X_OK) == 0
        let flags = Self.withoutName | O_WRONLY | O_CLOEXEC
        let unnamed = hasProc ? unsafe open(directory, flags, 0o600) : -1
        if unnamed >= 0 {
            temporary = nil
            descriptor = unnamed
            // What the mode of new files leaves out is not ours to leave out.
            guard fchmod(descriptor, 0o600) == 0 else { throw PrivateFile.failure(errno, path) }
            return
        }
        let name = try PrivateFile.makeTemporary(beside: path)
        temporary = name
        descriptor = unsafe open(name, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PrivateFile.failure(errno, name) }
    }

    deinit {
        if descriptor >= 0 { _ = close(descriptor) }
        // After publication the name is gone already.
        if let temporary { PrivateFile.discard(temporary) }
    }

    /// Appends all of `contents`.
    func write(_ contents: Span<UInt8>) throws(KeyStoreError) {
        try PrivateFile.write(contents, to: descriptor, path)
    }

    /// Makes the file durable and gives it its name; never over an existing one.
    ///
    /// - Throws: `.alreadyExists` if that name is taken.
    func publish() throws(KeyStoreError) {
        guard fsync(descriptor) == 0 else { throw PrivateFile.failure(errno, path) }
        guard try link() else { throw .alreadyExists(path: path) }
    }

    private func link() throws(KeyStoreError) -> Bool {
        if let temporary { return try PrivateFile.publish(temporary, as: path) }
        let place = "/proc/self/fd/\(descriptor)"
        guard unsafe linkat(AT_FDCWD, place, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            guard errno == EEXIST else { throw PrivateFile.failure(errno, path) }
            return false
        }
        try PrivateFile.synchronizeDirectory(of: path)
        return true
    }
}
