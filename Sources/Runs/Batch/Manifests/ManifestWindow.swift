import Ciphers
import Failures
import TextFormats

/// A part of a manifest in memory that moves from its start to its end, and is as large as its longest record.
struct ManifestWindow: ~Copyable {
    private let source: String
    private let reader: ManifestTextReader
    private let textByteCount: Int
    /// The number of bytes that are read at once.
    private let pieceByteCount: Int
    private var hash: SHA256
    /// The offset in the manifest of the first byte in memory.
    private(set) var offset = 0
    private(set) var bytes: [UInt8] = []
    /// The index in `bytes` of the first byte that was not consumed.
    private(set) var start = 0
    /// The number of the line of this byte, from 1.
    private(set) var line = 1
    /// The index in `bytes` of the first byte that was not checked to be text.
    private var checkedEnd = 0

    private init(_ reader: ManifestTextReader, _ text: ManifestText, pieceByteCount: Int) {
        (self.reader, source, textByteCount) = (reader, text.source, text.count)
        self.pieceByteCount = pieceByteCount
        hash = SHA256()
    }

    /// Reads the first bytes of a manifest; skips a byte order mark.
    static func start(of text: ManifestText, pieceByteCount: Int) throws(RunFailure) -> ManifestWindow {
        var window = ManifestWindow(try text.makeReader(), text, pieceByteCount: pieceByteCount)
        try window.extend()
        return window
    }

    /// Indicates whether the last bytes of the manifest are in memory.
    var isAtEnd: Bool { offset + bytes.count >= textByteCount }

    /// The bytes that were not consumed.
    var content: ManifestContent { ManifestContent(bytes, from: start, line: line, source: source) }

    /// Returns the SHA-256 of the manifest, all of which was read.
    consuming func digest() -> [UInt8] { hash.finish() }

    /// Reads more bytes, at least as many as are there already, and forgets those that were consumed.
    mutating func extend() throws(RunFailure) {
        bytes.removeSubrange(..<start)
        offset += start
        checkedEnd = max(0, checkedEnd - start)
        start = 0
        let next = offset + bytes.count
        let count = min(max(bytes.count, pieceByteCount), textByteCount - next)
        let piece = try reader.bytes(next..<next + count)
        guard piece.count == count else { throw .manifestModified(source) }
        hash.update(piece.span)
        bytes += piece
        if offset == 0, checkedEnd == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        try requireText()
    }

    /// Throws unless the new bytes are UTF-8 without NUL, except for a scalar that continues in the next piece.
    private mutating func requireText() throws(RunFailure) {
        guard !isUTF16 else { throw .manifestIsUTF16(TextLocation(in: source, line: 1, column: 1)) }
        var end = bytes.count
        if !isAtEnd {
            let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
            while end > checkedEnd, isContinuation(bytes[end - 1]), bytes.count - end < 3 { end -= 1 }
            if end > checkedEnd, bytes[end - 1] >= 0xC0 { end -= 1 }
        }
        if let nul = bytes[checkedEnd..<end].firstIndex(of: 0) {
            throw .manifestHasNUL(content.location(of: nul))
        }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span.extracting(checkedEnd..<end))
        } catch {
            throw .manifestIsNotUTF8(content.location(of: checkedEnd + error.byteOffsets.lowerBound))
        }
        checkedEnd = end
    }

    private var isUTF16: Bool {
        offset == 0 && (bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]))
    }

    /// Consumes the bytes before an index; `line` is the number of the line there.
    mutating func consume(before index: Int, line: Int) {
        (start, self.line) = (index, line)
    }
}
