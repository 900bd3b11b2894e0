import KeyStore
import WipedMemory

/// A file of keys in memory, whose bytes are wiped when it is released.
package final class ImportInput {
    /// The size of the largest file that is read, in bytes.
    package static let maximumLength = 256 << 20

    /// The name of the file for messages.
    let name: String
    private var bytes: [UInt8] = []
    /// The offset whose line was last requested, with that line; requests usually come in increasing order.
    private var lastLine = (offset: 0, line: 1)

    /// Takes over the bytes of a file, and leaves `bytes` empty.
    package init(taking bytes: inout [UInt8], name: String) {
        self.name = name
        swap(&self.bytes, &bytes)
    }

    deinit {
        secureErase(&bytes)
    }

    /// The range of the contents, without a byte order mark.
    var range: Range<Int> { (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)..<bytes.count }

    /// The range of all bytes, including a byte order mark.
    var wholeRange: Range<Int> { 0..<bytes.count }

    subscript(index: Int) -> UInt8 { bytes[index] }

    /// Returns a range without white space at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let inner = withSpan(range) { ASCIIText.trimmed($0) }
        return range.lowerBound + inner.lowerBound..<range.lowerBound + inner.upperBound
    }

    /// Passes the bytes of a range to `body`, which must not keep them.
    func withSpan<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The copy shares the storage, and keeps it alive as long as the span.
        let bytes = bytes
        return try body(bytes.span.extracting(range))
    }

    /// Returns the text of a range that is not secret, or nil if it is not UTF-8.
    func text(_ range: Range<Int>) -> String? {
        String(validating: bytes[range], as: UTF8.self)
    }

    /// Indicates whether these ASCII bytes are at an offset.
    func holds(_ text: StaticString, at index: Int) -> Bool {
        let wanted = Array(text.description.utf8)
        return index + wanted.count <= bytes.count
            && bytes[index..<index + wanted.count].elementsEqual(wanted)
    }

    /// A copy of all bytes.
    var contents: SecretBytes { SecretBytes(copying: bytes) }

    /// Returns the line of the byte at an offset, counted from 1.
    func line(at offset: Int) -> Int {
        if offset < lastLine.offset { lastLine = (0, 1) }
        lastLine.line += bytes[lastLine.offset..<min(offset, bytes.count)].count { $0 == 0x0A }
        lastLine.offset = min(offset, bytes.count)
        return lastLine.line
    }

    /// Returns the name of the file and the line of an offset, for messages.
    func location(at offset: Int) -> String { "\(name):\(line(at: offset))" }

    /// Returns an error at an offset.
    func error(at offset: Int, _ reason: String) -> KeyStoreError {
        .malformedDocument(place: location(at: offset), reason: reason)
    }
}
