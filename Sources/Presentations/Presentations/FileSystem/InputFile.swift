import Glibc

/// A regular file that is read in pieces, so that one that shrinks under us is an error and never a signal.
package struct InputFile: ~Copyable, Sendable {
    /// The path that was opened.
    package let path: String
    /// What tells whether it changed, when it was opened.
    package let version: FileVersion
    /// The size when it was opened, in bytes.
    package var size: UInt64 { version.size }
    private let descriptor: CInt

    /// Opens a regular file for reading.
    package init(path: String) throws(SystemCallError) {
        // O_NONBLOCK: a named pipe must not block us before fstat tells what it is.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            // A socket cannot be opened at all.
            throw SystemCallError("open", path: path, code: errno == ENXIO ? EINVAL : errno)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let failure = SystemCallError("fstat", path: path)
            close(descriptor)
            throw failure
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SystemCallError(
                "open",
                path: path,
                code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
            )
        }
        self.path = path
        self.version = FileVersion(status)
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Whether the file still is as it was when it was opened.
    package borrowing func isUnchanged() -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && FileVersion(status) == version
    }

    /// Lets the kernel begin to read a part of the file into its cache (`posix_fadvise(2)`); where it does not, reads take longer.
    package borrowing func prefetch(_ range: Range<UInt64>) {
        _ = posix_fadvise(descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_WILLNEED)
    }

    /// Reads up to `count` bytes at `offset` into the start of `buffer`; fewer only at the end of the file.
    package borrowing func read(
        into buffer: inout [UInt8],
        count: Int,
        at offset: UInt64
    ) throws(SystemCallError) -> Int {
        try read(into: &buffer, 0..<count, at: offset)
    }

    /// Reads at `offset` into a part of `buffer` until it is full; fewer bytes only at the end of the file.
    ///
    /// - Returns: how many bytes were read.
    package borrowing func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(SystemCallError) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
        var filled = 0
        while filled < range.count {
            let result = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + range.lowerBound + filled },
                    range.count - filled,
                    off_t(offset) + off_t(filled)
                )
            }
            if result == 0 { break }
            if result < 0 {
                if errno == EINTR { continue }
                throw SystemCallError("pread", path: path)
            }
            filled += result
        }
        return filled
    }

    /// The whole file; for playlists and other small files.
    package static func contents(of path: String, limit: UInt64) throws(SystemCallError) -> [UInt8] {
        let file = try InputFile(path: path)
        guard file.size <= limit else { throw SystemCallError("read", path: path, code: EFBIG) }
        var bytes = [UInt8](repeating: 0, count: Int(file.size))
        let count = try file.read(into: &bytes, count: bytes.count, at: 0)
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// What changes when the bytes of a file do: its size, the times of its last change, and which file it is.
package struct FileVersion: Hashable, Sendable {
    /// The size in bytes.
    package let size: UInt64
    private let device: UInt64
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int
    /// That of the last change of the file or of what is known of it, in nanoseconds (`st_ctim`): unlike the time of its bytes,
    /// nobody can set it back.
    private let changeTime: Int

    /// That of a file that is made while it is read: whether it changed is asked of what makes it.
    init(madeOf size: UInt64) {
        self.size = size
        (device, inode, seconds, nanoseconds, changeTime) = (0, 0, 0, 0, 0)
    }

    init(_ status: stat) {
        size = UInt64(max(0, status.st_size))
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        changeTime = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
    }

    /// Size and time as text; a copy that keeps the time has the same.
    package var stamp: String { "\(size) \(seconds).\(nanoseconds)" }
}
