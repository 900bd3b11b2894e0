package import Failures
import Glibc

extension Manifest {
    /// Reads a manifest from a file, in the format that the file name extension implies.
    ///
    /// - Parameter path: a file or a named pipe.
    /// - Returns: the manifest.
    /// - Throws: `RunFailure` if the file cannot be read, is too large or is malformed.
    package static func load(file path: String) throws(RunFailure) -> Manifest {
        guard let format = ManifestFormat(path: path) else {
            throw .unknownManifestFormat(path)
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

    init(_ path: String) throws(RunFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .manifestFile(path, errno) }
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
    /// - Throws: `RunFailure` if reading fails or there are more bytes.
    borrowing func bytes(maximum: Int) throws(RunFailure) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .manifestFile(path, errno) }
        guard status.st_size <= maximum else {
            throw .manifestTooLarge(path, maximum: maximum)
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
                throw .manifestFile(path, errno)
            }
            if result == 0 { break }
            filled += result
            guard filled <= maximum else {
                throw .manifestTooLarge(path, maximum: maximum)
            }
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}
