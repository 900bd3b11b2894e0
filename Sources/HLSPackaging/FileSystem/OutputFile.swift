import Glibc

/// A file of the stage that is written in pieces, each at its place.
package struct OutputFile: ~Copyable {
    private let path: String
    private let descriptor: CInt

    /// Opens a file for writing and creates it if it is missing.
    package init(path: String) throws(SystemCallError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemCallError("open", path: path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Writes the first `count` bytes of `buffer` at `offset`.
    package borrowing func write(_ buffer: [UInt8], count: Int, at offset: UInt64) throws(SystemCallError) {
        try write(buffer, 0..<count, at: offset)
    }

    /// Writes a part of `buffer` at `offset`.
    package borrowing func write(
        _ buffer: [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(SystemCallError) {
        precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
        var written = 0
        while written < range.count {
            let result = unsafe buffer.withUnsafeBytes { bytes in
                unsafe pwrite(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + range.lowerBound + written },
                    range.count - written,
                    off_t(offset) + off_t(written)
                )
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw SystemCallError("pwrite", path: path)
            }
            written += result
        }
    }

    /// Writes a whole small file.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        let file = try OutputFile(path: path)
        try file.write(bytes, count: bytes.count, at: 0)
    }
}
