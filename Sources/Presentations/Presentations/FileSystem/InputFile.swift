import Glibc

/// A regular file that is read in pieces with pread(2).
///
/// It is not mapped into memory, so a file that shrinks causes an error and not a signal.
package struct InputFile: ~Copyable, Sendable {
    /// The path that was opened.
    package let path: String
    /// The version of the file when it was opened, to detect changes.
    let version: FileVersion
    /// The size in bytes when the file was opened.
    package var size: UInt64 { version.size }
    private let descriptor: CInt

    /// Opens a regular file for reading.
    package init(path: String) throws(SystemCallError) {
        // O_NONBLOCK: opening a named pipe must not block before fstat tells that it is one.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            // Opening a socket fails with ENXIO.
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

    /// Indicates whether size, times and identity of the file are those found when it was opened.
    borrowing func isUnchanged() -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && FileVersion(status) == version
    }

    /// Indicates whether size and modification time of the file are those found when it was opened, even if it was
    /// renamed, removed or linked since then.
    borrowing func hasSameContents() -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && FileVersion(status).hasSameContents(as: version)
    }

    /// Asks the kernel to read a part of the file into its cache (`posix_fadvise(2)`).
    ///
    /// Errors are ignored: reading is then only slower.
    borrowing func prefetch(_ range: Range<UInt64>) {
        _ = posix_fadvise(descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_WILLNEED)
    }

    /// Reads `count` bytes at `offset` into the start of `buffer`, fewer only at the end of the file.
    package borrowing func read(
        into buffer: inout [UInt8],
        count: Int,
        at offset: UInt64
    ) throws(SystemCallError) -> Int {
        try read(into: &buffer, 0..<count, at: offset)
    }

    /// Reads at `offset` into a part of `buffer` until the part is full or the file ends.
    ///
    /// - Returns: the number of bytes read, fewer than the part only at the end of the file.
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

    /// Returns the whole content of a small file; throws EFBIG if it has more than `limit` bytes.
    package static func contents(of path: String, limit: UInt64) throws(SystemCallError) -> [UInt8] {
        let file = try InputFile(path: path)
        guard file.size <= limit else { throw SystemCallError("read", path: path, code: EFBIG) }
        var bytes = [UInt8](repeating: 0, count: Int(file.size))
        let count = try file.read(into: &bytes, count: bytes.count, at: 0)
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// The version of a file's content: size, modification and change times, device and inode.
package struct FileVersion: Hashable, Sendable {
    /// The size in bytes.
    let size: UInt64
    private let device: UInt64
    private let inode: UInt64
    private let modificationSeconds: Int
    private let modificationNanoseconds: Int
    /// The time of the last change of content or status, in nanoseconds (`st_ctim`).
    ///
    /// Unlike the modification time it cannot be set back.
    private let changeTime: Int

    /// Creates the version of a generated file, which is its size only.
    ///
    /// Its `ByteSource` tells whether it changed.
    init(generatedSize size: UInt64) {
        self.size = size
        (device, inode, modificationSeconds, modificationNanoseconds, changeTime) = (0, 0, 0, 0, 0)
    }

    /// Indicates whether size and modification time are the same.
    func hasSameContents(as other: FileVersion) -> Bool {
        (size, modificationSeconds, modificationNanoseconds)
            == (other.size, other.modificationSeconds, other.modificationNanoseconds)
    }

    init(_ status: stat) {
        size = UInt64(max(0, status.st_size))
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        modificationSeconds = status.st_mtim.tv_sec
        modificationNanoseconds = status.st_mtim.tv_nsec
        changeTime = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
    }

    /// The size and modification time as text; equal for a copy that keeps the time.
    var timestampDescription: String { "\(size) \(modificationSeconds).\(modificationNanoseconds)" }
}
