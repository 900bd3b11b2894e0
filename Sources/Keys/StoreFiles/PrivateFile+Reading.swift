package import Failures
import Glibc
import TextFormats
import WipedMemory

extension PrivateFile {
    /// Returns the first bytes of a file to which only its owner may have access.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - limit: the maximum number of bytes.
    /// - Returns: the bytes, which the caller erases.
    /// - Throws: `RunFailure`, `.permissions` if others can access the file.
    package static func bytes(of path: String, limit: Int) throws(RunFailure) -> [UInt8] {
        try withContents(of: path, limit: limit) { (span) throws(RunFailure) in
            span.indices.map { span[$0] }
        }
    }

    /// Calls `body` with the first `limit` bytes of a file to which only its owner may have access, and wipes
    /// them.
    ///
    /// `failure` converts an error number and the path to an error.
    package static func withContents<Value>(
        of path: String,
        limit: Int,
        failure: (Int32, String) -> RunFailure = readFailure,
        _ body: (Span<UInt8>) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { _ = close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno, path) }
        try check(status, path)
        var contents = [UInt8](repeating: 0, count: limit)
        defer { secureErase(&contents) }
        let count = try readFully(&contents, from: descriptor) { failure($0, path) }
        return try body(contents.span.extracting(..<count))
    }

    /// Reads until `contents` is full or the file ends, and returns the number of bytes read.
    ///
    /// `failure` converts an error number to an error.
    package static func readFully(
        _ contents: inout [UInt8],
        from descriptor: Int32,
        failure: (Int32) -> RunFailure
    ) throws(RunFailure) -> Int {
        var count = 0
        while count < contents.count {
            let received = unsafe contents.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(descriptor, bytes.baseAddress?.advanced(by: count), bytes.count - count)
            }
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { throw failure(errno) }
            guard received > 0 else { break }
            count += received
        }
        return count
    }

    /// Decodes a line of hexadecimal digits, with or without its line ending, or returns nil if it is not
    /// one.
    ///
    /// The caller erases the result.
    package static func decodeLine(_ contents: Span<UInt8>) -> [UInt8]? {
        var digitCount = contents.count
        for ending in [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        where digitCount > 0 && contents[digitCount - 1] == ending {
            digitCount -= 1
        }
        return Hexadecimal.decode(ascii: contents.extracting(..<digitCount))
    }

    package static func readFailure(_ code: Int32, _ path: String) -> RunFailure {
        if let shortage = ResourceShortage(code: code) {
            return .shortage(shortage, errorNumber: code, path: path)
        }
        let reason = unsafe String(cString: strerror(code))
        return switch code {
        case EACCES, EPERM: .permissions(path: path, reason: "it cannot be read", found: reason)
        default: .inputUnreadable(path: path, reason: reason)
        }
    }
}
