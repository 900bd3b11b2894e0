import Failures
import Glibc
import Presentations
package import WipedMemory

/// A reader of files that may contain secrets, including pipes and standard input, into memory that is wiped.
package enum SecretInput {
    /// Reads a file of at most `limit` bytes; `contentName` names its contents in messages.
    ///
    /// - Throws: `RunFailure` if the file cannot be read, or is longer.
    package static func read(_ path: String, limit: Int, of contentName: String) throws -> SecretBytes {
        var bytes = try bytes(of: path, limit: limit, of: contentName)
        defer { secureErase(&bytes) }
        return SecretBytes(copying: bytes.span)
    }

    /// Reads a file like `read`, for a caller that erases the bytes; `-` is standard input if that is
    /// allowed.
    package static func bytes(
        of path: String,
        limit: Int,
        of contentName: String,
        allowsStandardInput: Bool = false
    ) throws -> [UInt8] {
        let isStandardInput = allowsStandardInput && path == "-"
        let descriptor = isStandardInput ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RunFailure.input(SystemCallError("open", path: path)) }
        defer { if !isStandardInput { close(descriptor) } }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size(of: descriptor, limit) + 1)
        do {
            while try readPiece(&bytes, descriptor, path) {
                guard bytes.count <= limit else {
                    throw RunFailure.invalidContents(
                        contentName,
                        at: path,
                        found: "more than \(limit) bytes",
                        remedy: "Name another file."
                    )
                }
            }
        } catch {
            secureErase(&bytes)
            throw error
        }
        return bytes
    }

    /// Returns the size of the file in bytes, at most `limit`, or 0 if it is unknown.
    private static func size(of descriptor: CInt, _ limit: Int) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return 0 }
        return min(max(0, Int(status.st_size)), limit)
    }

    /// Appends the next bytes, or returns false at the end.
    ///
    /// It moves the bytes to a larger array itself, because an array that grows by itself leaves its old
    /// storage unerased.
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
        guard count >= 0 else { throw RunFailure.input(SystemCallError("read", path: path)) }
        bytes.append(contentsOf: piece[..<count])
        return count > 0
    }
}
