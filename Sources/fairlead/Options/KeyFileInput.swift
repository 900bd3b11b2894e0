import Ciphers
import Glibc
import HLSPackaging
import KeyRecordFormats
import KeyStore

/// Reads the file of `--key-file`, which may be a pipe.
enum KeyFileInput {
    static func read(_ path: String) throws -> KeyFile {
        let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PackagingError.input(SystemCallError("open", path: path)) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        // One byte more than a key file may have tells a longer one.
        var bytes = [UInt8](repeating: 0, count: KeyFile.maximumLength + 1)
        defer { secureErase(&bytes) }
        let count = try fill(&bytes, from: descriptor, path)
        guard count <= KeyFile.maximumLength, let file = KeyFile(parsing: bytes.span.extracting(0..<count))
        else {
            let found = count <= KeyFile.maximumLength ? "\(count)" : "more than \(KeyFile.maximumLength)"
            throw CommandFailure(
                .malformed,
                "\(path): this is no key file (\(found) bytes, expected 16 or 32, raw or in hex). "
                    + "Write the bare key."
            )
        }
        return file
    }

    private static func fill(_ bytes: inout [UInt8], from descriptor: CInt, _ path: String) throws -> Int {
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
        return filled
    }
}
