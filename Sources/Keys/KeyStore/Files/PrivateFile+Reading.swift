import Glibc
import TextFormats
import WipedMemory

extension PrivateFile {
    /// The first bytes of a file that nobody but its owner may touch.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: the most bytes.
    /// - Returns: the bytes, which whoever gets them erases.
    /// - Throws: `KeyStoreError`: `.permissions` where others can read it.
    package static func bytes(of path: String, limit: Int) throws(KeyStoreError) -> [UInt8] {
        try withContents(of: path, limit: limit) { (span) throws(KeyStoreError) in
            span.indices.map { span[$0] }
        }
    }

    /// Gives `body` the first `limit` bytes of a file that nobody but its owner may touch; they are wiped afterwards.
    ///
    /// `failure` names what went wrong, from an error code and the path.
    static func withContents<Value>(
        of path: String,
        limit: Int,
        failure: (Int32, String) -> KeyStoreError = readFailure,
        _ body: (Span<UInt8>) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { _ = close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno, path) }
        try check(status, path)
        var contents = [UInt8](repeating: 0, count: limit)
        defer { secureErase(&contents) }
        let count = try fill(&contents, from: descriptor) { failure($0, path) }
        return try body(contents.span.extracting(..<count))
    }

    /// Reads until `contents` is full or the file ends; the number of bytes read.
    ///
    /// `failure` names what went wrong.
    static func fill(
        _ contents: inout [UInt8],
        from descriptor: Int32,
        failure: (Int32) -> KeyStoreError
    ) throws(KeyStoreError) -> Int {
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

    /// The bytes that a line of hexadecimal digits stands for, with or without its ending; nil if it is none.
    ///
    /// Whoever gets them erases them.
    static func decodeLine(_ contents: Span<UInt8>) -> [UInt8]? {
        var digitCount = contents.count
        for ending in [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        where digitCount > 0 && contents[digitCount - 1] == ending {
            digitCount -= 1
        }
        return Hexadecimal.decode(ascii: contents.extracting(..<digitCount))
    }

    static func readFailure(_ code: Int32, _ path: String) -> KeyStoreError {
        if let shortage = ResourceShortage(code: code) { return .shortage(shortage, path: path) }
        let reason = unsafe String(cString: strerror(code))
        return switch code {
        case EACCES, EPERM: .permissions(path: path, reason: "it cannot be read (\(reason))")
        default: .inputUnreadable(path: path, reason: reason)
        }
    }
}
