import FoundationEssentials
package import Glibc

/// Operations on directories and paths whose errors keep `errno`.
package enum Directory {
    /// Creates a directory and its missing parents, and returns the created ones, outermost first.
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
            let createdParents = try make(parent)
            guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
                throw SystemCallError("mkdir", path: path)
            }
            return createdParents + [path]
        default:
            throw SystemCallError("mkdir", path: path)
        }
    }

    /// Returns the names in a directory, sorted, without `.` and `..`.
    package static func names(in path: String) throws(SystemCallError) -> [String] {
        var names: [String] = []
        try forEachName(in: path) { names.append($0) }
        return names.sorted()
    }

    /// Calls `body` with each name in a directory, unsorted, without `.` and `..`.
    ///
    /// For directories that may have hundreds of thousands of names.
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

    /// Removes a file, or a directory and its contents; one that is missing is no error.
    ///
    /// Uses Foundation, because the names in the directory need not be UTF-8.
    static func removeTree(_ path: String) throws(SystemCallError) {
        guard linkStatus(of: path) != nil else { return }
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
        // Some network file systems cannot synchronize a directory and return EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemCallError("fsync", path: path) }
    }

    /// Returns the result of stat(2), which follows symbolic links, or nil if the call fails.
    package static func status(of path: String) -> FileStatus? {
        var result = Glibc.stat()
        return unsafe stat(path, &result) == 0 ? FileStatus(result) : nil
    }

    /// Returns the result of lstat(2), which does not follow symbolic links, or nil if the call fails.
    package static func linkStatus(of path: String) -> FileStatus? {
        var result = Glibc.stat()
        return unsafe lstat(path, &result) == 0 ? FileStatus(result) : nil
    }

    /// Returns the absolute path without symbolic links, or nil if nothing exists at `path`.
    package static func realPath(of path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Returns the parent directory of `path`, or nil for `/`.
    package static func parent(of path: String) -> String? {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        if trimmed == "/" { return nil }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// Returns the last component of `path`.
    package static func lastComponent(of path: String) -> String {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return String(trimmed) }
        return String(trimmed[trimmed.index(after: slash)...])
    }
}

/// The part of stat(2)'s result that is used here.
package struct FileStatus: Hashable, Sendable {
    /// Indicates whether this is a directory.
    package let isDirectory: Bool
    /// Indicates whether this is a regular file.
    package let isRegularFile: Bool
    /// The size in bytes.
    package var size: UInt64 { version.size }
    /// The device that holds the file (`st_dev`).
    let device: UInt64
    /// The inode number on the device (`st_ino`).
    package let inode: UInt64
    /// The version of the content, to detect changes.
    let version: FileVersion

    /// Creates a status from the result of stat(2), lstat(2) or fstat(2).
    package init(_ status: Glibc.stat) {
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        version = FileVersion(status)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Indicates whether both describe the same file, perhaps under different names.
    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
