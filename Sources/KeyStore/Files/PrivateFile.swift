internal import Glibc
internal import Synchronization

/// Files that only their owner may read, made whole or not at all.
package enum PrivateFile {
    /// The names of files that have one before they are whole: SQLite wants that.
    private static let unfinished = Mutex<Set<String>>([])

    /// Removes what is not whole yet: for a process that is going to end.
    package static func discardUnfinished() {
        for name in unfinished.withLock({ $0 }) { discard(name) }
    }

    /// Makes a file of mode 0600 that holds `contents`, whole and durable; never over an existing one.
    package static func create(at path: String, contents: Span<UInt8>) throws(KeyStoreError) {
        let file = try NewPrivateFile(path: path)
        try file.write(contents)
        try file.publish()
    }

    /// Whether there is a file at `path`; refuses what is none, and one that others than its owner may touch.
    static func exists(_ path: String) throws(KeyStoreError) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            let code = errno
            guard code == ENOENT || code == ENOTDIR else { throw failure(code, path) }
            return false
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        try check(status, path)
        return true
    }

    /// Size in bytes.
    static func byteCount(_ path: String) throws(KeyStoreError) -> Int64 {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw failure(errno, path) }
        return Int64(status.st_size)
    }

    /// Refuses a file that others than its owner may touch.
    ///
    /// Root may read what belongs to somebody else.
    static func check(_ status: stat, _ path: String) throws(KeyStoreError) {
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .notAFile(path: path) }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        guard status.st_mode & 0o077 == 0 else {
            throw .permissions(
                path: path,
                reason:
                    "others can access it (mode \(mode), expected 600). Use chmod 600, and ask who has read it"
            )
        }
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            throw .permissions(
                path: path,
                reason: "it belongs to another user (\(status.st_uid), expected \(geteuid()))"
            )
        }
    }

    /// Makes the directories that lead to `path`, mode 0700; those that exist stay as they are.
    static func makeDirectories(for path: String) throws(KeyStoreError) {
        let directory = parent(of: path)
        if unsafe mkdir(directory, 0o700) == 0 { return try synchronizeDirectory(of: directory) }
        var code = errno
        if code == ENOENT, directory != "/", directory != "." {
            try makeDirectories(for: directory)
            if unsafe mkdir(directory, 0o700) == 0 { return try synchronizeDirectory(of: directory) }
            code = errno
        }
        guard code == EEXIST else { throw failure(code, directory) }
    }

    /// An empty file of mode 0600 beside `path`, under a name that nobody else has.
    static func makeTemporary(beside path: String) throws(KeyStoreError) -> String {
        let temporary = path + ".new-" + randomSuffix()
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno, temporary) }
        _ = close(descriptor)
        unfinished.withLock { _ = $0.insert(temporary) }
        return temporary
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
        _ = unsafe unlink(temporary)
        _ = unsafe unlink(temporary + "-journal")
        unfinished.withLock { _ = $0.remove(temporary) }
    }

    /// Makes sure that a file that somebody else wrote is on the disk, under its name.
    package static func makeDurable(_ path: String) throws(KeyStoreError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, path) }
        try synchronizeDirectory(of: path)
    }

    /// Writes all of `contents`.
    static func write(
        _ contents: Span<UInt8>,
        to descriptor: Int32,
        _ path: String
    ) throws(KeyStoreError) {
        var offset = 0
        while offset < contents.count {
            let written = unsafe contents.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure(errno, path) }
            offset += written
        }
    }

    static func synchronizeDirectory(of path: String) throws(KeyStoreError) {
        let directory = parent(of: path)
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, directory) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, directory) }
    }

    static func parent(of path: String) -> String {
        // By bytes, as the kernel does: to Swift, "/" and a combining accent are one character.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let directory = path[..<slash]
        return directory.isEmpty ? "/" : String(directory)
    }

    private static func randomSuffix() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36)
    }

    /// The error for `code` of a system call on `path`.
    static func failure(_ code: Int32, _ path: String) -> KeyStoreError {
        if let shortage = ResourceShortage(code: code) { return .shortage(shortage, path: path) }
        let reason = unsafe String(cString: strerror(code))
        return switch code {
        case EACCES, EPERM: .permissions(path: path, reason: reason)
        case ENOSPC, EDQUOT, EIO, EFBIG: .writeFailed(path: path, reason: reason)
        default: .cannotCreate(path: path, reason: reason)
        }
    }
}
