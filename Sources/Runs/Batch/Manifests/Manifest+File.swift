import Failures
import Glibc
import TextFormats

extension Manifest {
    /// Reads a manifest from a file, in the format that the file name extension implies.
    ///
    /// - Parameter path: a file or a named pipe.
    /// - Returns: the manifest.
    /// - Throws: `ManifestError` if the file cannot be read, is too large or is malformed.
    package static func load(file path: String) throws(ManifestError) -> Manifest {
        guard let format = ManifestFormat(path: path) else {
            throw ManifestError(
                at: TextLocation(in: path),
                .unknownFormat(ending: ManifestFormat.ending(of: path))
            )
        }
        let maximum = ManifestLimits.standard.bytes(of: format)
        let bytes = try ManifestFile(path).bytes(maximum: maximum)
        return try Manifest(bytes: bytes, format: format, source: path)
    }
}

/// A file or a named pipe that is read once, from start to end.
private struct ManifestFile: ~Copyable {
    private let path: String
    private let descriptor: CInt

    init(_ path: String) throws(ManifestError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.error(path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Reads all bytes.
    ///
    /// - Parameter maximum: the largest size accepted, in bytes; a file of a known larger size is not read.
    /// - Returns: the bytes.
    /// - Throws: `ManifestError` if reading fails or there are more bytes.
    borrowing func bytes(maximum: Int) throws(ManifestError) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.error(path) }
        guard status.st_size <= maximum else {
            throw ManifestError(at: TextLocation(in: path), .tooLarge(maximum: maximum))
        }
        var bytes = [UInt8](repeating: 0, count: max(Int(status.st_size) + 1, 1 << 16))
        var filled = 0
        while true {
            if filled == bytes.count { bytes += [UInt8](repeating: 0, count: filled) }
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + filled },
                    buffer.count - filled
                )
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw Self.error(path)
            }
            if result == 0 { break }
            filled += result
            guard filled <= maximum else {
                throw ManifestError(at: TextLocation(in: path), .tooLarge(maximum: maximum))
            }
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Returns the error for `errno` of the last system call.
    private static func error(_ path: String) -> ManifestError {
        let code = errno
        let problem: ManifestError.Problem
        switch code {
        case ENOENT, ENOTDIR: problem = .notFound
        case EISDIR: problem = .isDirectory
        default:
            let reason = unsafe String(cString: strerror(code))
            problem =
                ResourceShortage(code: code).map { .shortage($0) }
                ?? .unreadable(reason, lacksPermission: code == EACCES || code == EPERM)
        }
        return ManifestError(at: TextLocation(in: path), problem)
    }
}
