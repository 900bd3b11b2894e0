import Bitstreams
import Failures
import Glibc
import Presentations

/// The text of a manifest: a file, of which only pieces are in memory, or the bytes of a named pipe.
struct ManifestText: Sendable {
    /// The path of the file, for messages.
    let source: String
    private let bytes: any ByteSource
    /// The file, which must not be modified; nil for bytes in memory.
    private let file: WindowedFile?

    /// The size in bytes.
    var count: Int { Int(clamping: bytes.size) }

    /// Creates the text of bytes in memory.
    init(_ bytes: [UInt8], source: String) {
        self.source = source
        self.bytes = BytesInMemory(bytes)
        file = nil
    }

    /// Opens a file, or reads a named pipe to its end.
    ///
    /// - Parameters:
    ///   - path: the path of the file or pipe.
    ///   - maximum: the largest size accepted, in bytes.
    /// - Throws: `RunFailure` if it cannot be read or is larger.
    init(file path: String, maximum: Int) throws(RunFailure) {
        source = path
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .manifestFile(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            bytes = BytesInMemory(try ManifestPipe(path).bytes(maximum: maximum))
            file = nil
            return
        }
        guard status.st_size <= maximum else { throw .manifestTooLarge(path, maximum: maximum) }
        do throws(SystemCallError) {
            let file = try WindowedFile(path: path)
            (bytes, self.file) = (file, file)
        } catch {
            throw .manifestFile(path, error.code)
        }
    }

    /// Returns a reader for one thread.
    func makeReader() throws(RunFailure) -> ManifestTextReader {
        try ManifestTextReader(source: source, bytes, file)
    }
}

/// A reader of a manifest's text, for one thread.
struct ManifestTextReader {
    private let source: String
    private let file: WindowedFile?
    private let reader: any ByteSourceReader

    fileprivate init(
        source: String,
        _ bytes: any ByteSource,
        _ file: WindowedFile?
    ) throws(RunFailure) {
        (self.source, self.file) = (source, file)
        reader = try mapErrors(to: { .manifestBytes(source, $0) }) { () throws(ByteSourceError) in
            try bytes.makeReader()
        }
    }

    /// Returns the bytes of a range, fewer only at the end of the text.
    ///
    /// - Throws: `RunFailure` if reading fails, or the file is not as it was when it was opened.
    func bytes(_ range: Range<Int>) throws(RunFailure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: range.count)
        let count = try mapErrors(to: { .manifestBytes(source, $0) }) { () throws(ByteSourceError) in
            try reader.read(into: &buffer, 0..<range.count, at: UInt64(range.lowerBound))
        }
        buffer.removeLast(buffer.count - count)
        guard file?.hasSameContents() != false else { throw .manifestModified(source) }
        return buffer
    }
}

/// Bytes in memory as a source.
private final class BytesInMemory: ByteSource, ByteSourceReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var size: UInt64 { UInt64(bytes.count) }

    func makeReader() -> any ByteSourceReader { self }

    func isUnchanged() -> Bool { true }

    func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: UInt64) -> Int {
        let start = min(Int(clamping: offset), bytes.count)
        let count = min(range.count, bytes.count - start)
        buffer.replaceSubrange(
            range.lowerBound..<range.lowerBound + count,
            with: bytes[start..<start + count]
        )
        return count
    }
}

/// A named pipe that is read once, from start to end.
private struct ManifestPipe: ~Copyable {
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

    /// Reads all bytes; throws `RunFailure` if there are more than `maximum`.
    borrowing func bytes(maximum: Int) throws(RunFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .manifestFile(path, errno)
            }
            if count == 0 { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= maximum else { throw .manifestTooLarge(path, maximum: maximum) }
        }
    }
}
