package import Failures
package import Glibc

/// Files to which only their owner has access, created whole or not at all.
package enum PrivateFile {
    /// Creates a file of mode 0600 with `contents`, whole and durable; never replaces an existing file.
    package static func create(at path: String, contents: Span<UInt8>) throws(RunFailure) {
        let file = try NewPrivateFile(path: path)
        try file.write(contents)
        try file.publish()
    }

    /// Indicates whether there is a file at `path`.
    ///
    /// Throws if it is not a regular file, or if anyone except its owner may access it.
    package static func exists(_ path: String) throws(RunFailure) -> Bool {
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

    package static func byteCount(_ path: String) throws(RunFailure) -> Int64 {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw failure(errno, path) }
        return Int64(status.st_size)
    }

    /// Throws if anyone except its owner may access a file, or if it belongs to another user.
    ///
    /// Root may read files of other users.
    package static func check(_ status: stat, _ path: String) throws(RunFailure) {
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .notAFile(path: path) }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        guard status.st_mode & 0o077 == 0 else {
            throw .permissions(
                path: path,
                reason: "other users can access it",
                found: "mode \(mode)",
                expected: "600",
                remedy: "Run chmod 600, and find out whether anyone has read it."
            )
        }
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            throw .permissions(
                path: path,
                reason: "it belongs to another user",
                found: "\(status.st_uid)",
                expected: "\(geteuid())"
            )
        }
    }

    /// Creates the directories above `path` with mode 0700; existing ones stay as they are.
    package static func makeDirectories(for path: String) throws(RunFailure) {
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

    /// Makes sure that a file that another program wrote is on the disk, under its name.
    package static func makeDurable(_ path: String) throws(RunFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, path) }
        try synchronizeDirectory(of: path)
    }

    /// Writes all of `contents`.
    package static func write(
        _ contents: Span<UInt8>,
        to descriptor: Int32,
        _ path: String
    ) throws(RunFailure) {
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

    package static func synchronizeDirectory(of path: String) throws(RunFailure) {
        let directory = parent(of: path)
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, directory) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, directory) }
    }

    package static func parent(of path: String) -> String {
        // Splits by bytes, as the kernel does: to Swift, "/" and a combining accent are one character.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let directory = path[..<slash]
        return directory.isEmpty ? "/" : String(directory)
    }

    /// Returns the error for the error number `code` of a system call on `path`.
    package static func failure(_ code: Int32, _ path: String) -> RunFailure {
        if let shortage = ResourceShortage(code: code) {
            return .shortage(shortage, errorNumber: code, path: path)
        }
        let reason = unsafe String(cString: strerror(code))
        return switch code {
        case EACCES, EPERM: .permissions(path: path, reason: reason)
        case ENOSPC, EDQUOT, EIO, EFBIG: .writeFailed(path: path, reason: reason)
        default: .cannotCreate(path: path, reason: reason)
        }
    }
}

extension PrivateFile {
    /// Creates a file of mode 0600, whole and durable, from the pieces that `body` passes to its parameter;
    /// never replaces an existing file.
    ///
    /// - Throws: the errors of `body`, and then there is no file; `.alreadyExists`, before `body` is called
    ///   if possible.
    package static func create(
        at path: String,
        _ body: ((Span<UInt8>) throws(RunFailure) -> Void) throws -> Void
    ) throws {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else { throw RunFailure.alreadyExists(path: path) }
        let file = try NewPrivateFile(path: path)
        try body { (piece) throws(RunFailure) in try file.write(piece) }
        try file.publish()
    }
}
