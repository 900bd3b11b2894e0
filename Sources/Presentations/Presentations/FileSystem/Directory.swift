import FoundationEssentials
package import Glibc

/// Calls on directories that keep the system's reason.
package enum Directory {
    /// Makes a directory and its missing parents; returns those that were made, outermost first.
    @discardableResult
    package static func make(_ path: String) throws(SystemCallError) -> [String] {
        if unsafe mkdir(path, 0o777) == 0 { return [path] }
        switch errno {
        case EEXIST:
            guard status(of: path)?.isDirectory == true else {
                throw SystemCallError("mkdir", path: path, code: ENOTDIR)
            }
            return []
        case ENOENT:
            guard let parent = parent(of: path), parent != path else {
                throw SystemCallError("mkdir", path: path, code: ENOENT)
            }
            let made = try make(parent)
            guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
                throw SystemCallError("mkdir", path: path)
            }
            return made + [path]
        default:
            throw SystemCallError("mkdir", path: path)
        }
    }

    /// The names in a directory, sorted, without `.` and `..`.
    package static func names(in path: String) throws(SystemCallError) -> [String] {
        var names: [String] = []
        try forEachName(in: path) { names.append($0) }
        return names.sorted()
    }

    /// Gives `body` the names in a directory in any order, without `.` and `..`; there may be hundreds of thousands.
    static func forEachName(in path: String, _ body: (String) -> Void) throws(SystemCallError) {
        guard let stream = unsafe opendir(path) else { throw SystemCallError("opendir", path: path) }
        defer { unsafe closedir(stream) }
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    unsafe String(cString: $0)
                }
            }
            if name != "." && name != ".." { body(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemCallError("readdir", path: path) }
    }

    /// Removes a file, or a directory with all that is in it.
    ///
    /// What is missing already is no error. By Foundation, because names in it need not be UTF-8.
    static func removeTree(_ path: String) throws(SystemCallError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            guard linkStatus(of: path) != nil else { return }
            throw SystemCallError("rmdir", path: path, code: ENOTEMPTY)
        }
    }

    /// Waits until the entries of a directory are on the disk.
    package static func synchronize(_ path: String) throws(SystemCallError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError("open", path: path) }
        defer { close(descriptor) }
        // Some network file systems cannot synchronize a directory and say so with EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemCallError("fsync", path: path) }
    }

    /// What stat(2) says, symbolic links followed; nil if there is nothing.
    package static func status(of path: String) -> FileStatus? {
        var result = Glibc.stat()
        return unsafe stat(path, &result) == 0 ? FileStatus(result) : nil
    }

    /// What lstat(2) says, symbolic links not followed; nil if there is nothing.
    package static func linkStatus(of path: String) -> FileStatus? {
        var result = Glibc.stat()
        return unsafe lstat(path, &result) == 0 ? FileStatus(result) : nil
    }

    /// The absolute path without symbolic links; nil if there is nothing.
    package static func realPath(of path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The directory that holds `path`; nil for `/`.
    package static func parent(of path: String) -> String? {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        if trimmed == "/" { return nil }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// The last component of `path`.
    package static func lastComponent(of path: String) -> String {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return String(trimmed) }
        return String(trimmed[trimmed.index(after: slash)...])
    }
}

/// What matters here of a file's status.
package struct FileStatus: Hashable, Sendable {
    /// Whether it is a directory.
    package let isDirectory: Bool
    /// Whether it is a regular file.
    package let isRegularFile: Bool
    /// Its size in bytes.
    package var size: UInt64 { version.size }
    /// The device that holds it.
    package let device: UInt64
    /// Its number on the device.
    package let inode: UInt64
    /// What tells whether it changed.
    package let version: FileVersion

    /// What stat(2), lstat(2) or fstat(2) says.
    package init(_ status: Glibc.stat) {
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        version = FileVersion(status)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Whether both are of one file, which may have several names.
    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
