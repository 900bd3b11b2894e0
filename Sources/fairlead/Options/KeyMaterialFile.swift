import Ciphers
import Foundation
import Glibc
import HLSPackaging
import KeyRecordFormats
import KeyStore

/// Files with keys and certificates that options name.
enum KeyMaterialFile {
    /// More than any certificate or private key has.
    private static let limit = 1 << 20

    /// A certificate (`--recipient`, `--sign`).
    static func certificate(_ path: String, option: String) throws -> Certificate {
        var bytes = try read(path, limit: limit)
        defer { secureErase(&bytes) }
        do {
            return try Certificate(reading: bytes)
        } catch {
            throw CommandFailure(.malformed, "\(option) \(path): \(error). Give another certificate.")
        }
    }

    /// A private key (`--sign-key`, `--private-key`).
    static func privateKey(_ path: String, option: String) throws -> PrivateKey {
        var bytes = try read(path, limit: limit)
        defer { secureErase(&bytes) }
        let secret = SecretBytes(copying: bytes)
        do {
            return try PrivateKey(reading: secret)
        } catch {
            throw CommandFailure(.malformed, "\(option) \(path): \(error). Give another private key.")
        }
    }

    /// A key that other keys are wrapped under (`--wrap-key`).
    static func wrappingKey(_ path: String, id: String?) throws -> WrappingKey {
        var bytes = try read(path, limit: KeyFile.maximumLength)
        defer { secureErase(&bytes) }
        guard let key = WrappingKey(reading: bytes.span, id: id) else {
            throw CommandFailure(
                .malformed,
                "--wrap-key \(path): this is no wrapping key (\(bytes.count) bytes, expected 16, 24 or 32, raw or in hex). "
                    + "Write the bare key."
            )
        }
        return key
    }

    /// The bytes of a file or of standard input (`-`); whoever gets them erases them.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PackagingError.input(SystemCallError("open", path: path)) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size(of: descriptor, limit) + 1)
        while try readPiece(&bytes, descriptor, path) {
            guard bytes.count <= limit else {
                secureErase(&bytes)
                throw CommandFailure(
                    .malformed,
                    "\(path): the file is too large (more than \(limit) bytes). Split it."
                )
            }
        }
        return bytes
    }

    /// The size of a file, where it has one.
    private static func size(of descriptor: CInt, _ limit: Int) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return 0 }
        return min(max(0, Int(status.st_size)), limit)
    }

    /// Appends what comes next; false at the end.
    ///
    /// An array that grows by itself would leave its old storage as it was.
    private static func readPiece(_ bytes: inout [UInt8], _ descriptor: CInt, _ path: String) throws -> Bool {
        if bytes.capacity == bytes.count {
            var larger: [UInt8] = []
            larger.reserveCapacity(2 * bytes.count + 4096)
            larger.append(contentsOf: bytes)
            secureErase(&bytes)
            bytes = larger
        }
        var piece = [UInt8](repeating: 0, count: min(65_536, bytes.capacity - bytes.count))
        defer { secureErase(&piece) }
        var count: Int
        repeat {
            count = unsafe piece.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw PackagingError.input(SystemCallError("read", path: path)) }
        bytes.append(contentsOf: piece[..<count])
        return count > 0
    }
}
