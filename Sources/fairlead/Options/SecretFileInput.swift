import Ciphers
import Glibc
import HLSPackaging
import KeyStore

/// Reads small files that may hold secrets into memory that is wiped.
enum SecretFileInput {
    /// Largest file, in bytes.
    static let byteLimit = 1 << 20

    /// The bytes of the file that `option` names.
    static func read(_ option: String, _ path: String) throws -> SecretBytes {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PackagingError.input(SystemCallError("open", path: path)) }
        defer { close(descriptor) }
        // One byte more than a file may have tells a larger one.
        var bytes = [UInt8](repeating: 0, count: byteLimit + 1)
        defer { secureErase(&bytes) }
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + filled },
                    buffer.count - filled
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw PackagingError.input(SystemCallError("read", path: path)) }
            if count == 0 { break }
            filled += count
        }
        guard filled <= byteLimit else {
            throw CommandFailure(
                .malformed,
                "\(option): \(path) is too large (expected at most \(byteLimit) bytes). Name another file."
            )
        }
        return SecretBytes(copying: bytes.span.extracting(0..<filled))
    }

    /// Whether the file that `option` names can be read.
    static func check(_ option: String, _ path: String) throws { _ = try read(option, path) }
}
