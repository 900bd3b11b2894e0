import Ciphers
import Glibc
import HLSPackaging
import KeyStore

/// Reads files that may hold secrets into memory that is wiped.
enum SmallFileInput {
    /// The bytes of a file of at most `limit` bytes; `what` names it in messages.
    static func read(_ path: String, limit: Int, of what: String) throws -> SecretBytes {
        var bytes = try bytes(of: path, limit: limit, of: what)
        defer { secureErase(&bytes) }
        return SecretBytes(copying: bytes.span)
    }

    /// As `read`, for a caller that wipes the bytes.
    static func bytes(of path: String, limit: Int, of what: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PackagingError.input(SystemCallError("open", path: path)) }
        defer { close(descriptor) }
        let size = Int(clamping: lseek(descriptor, 0, SEEK_END))
        guard size >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw PackagingError.input(SystemCallError("lseek", path: path))
        }
        guard size <= limit else {
            throw CommandFailure(
                .malformed,
                "\(path): this is no \(what) (\(size) bytes, expected at most \(limit)). Name another file."
            )
        }
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, size - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                secureErase(&bytes)
                throw PackagingError.input(SystemCallError("read", path: path))
            }
            filled += count
        }
        return bytes
    }
}
