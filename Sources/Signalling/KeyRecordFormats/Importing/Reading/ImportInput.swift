import KeyStore
import WipedMemory

/// A file of keys to be read; its bytes are wiped when it ends.
package final class ImportInput {
    /// The largest file that is read, in bytes.
    package static let maximumLength = 256 << 20

    /// Names the file in messages.
    package let name: String
    private var bytes: [UInt8] = []
    /// The last place whose line was asked for, and the line: places are asked for in order.
    private var lineMark = (offset: 0, line: 1)

    /// Takes over the bytes of a file; a byte order mark is skipped.
    package init(taking bytes: inout [UInt8], name: String) {
        self.name = name
        swap(&self.bytes, &bytes)
    }

    deinit {
        secureErase(&bytes)
    }

    /// What there is to read.
    var range: Range<Int> { (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)..<bytes.count }

    /// All bytes, also those of a byte order mark.
    var wholeRange: Range<Int> { 0..<bytes.count }

    subscript(index: Int) -> UInt8 { bytes[index] }

    /// The place without the blanks and line ends around.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let inner = withSpan(range) { ASCIIText.trimmed($0) }
        return range.lowerBound + inner.lowerBound..<range.lowerBound + inner.upperBound
    }

    /// Gives `body` the bytes of a place; they must not be kept.
    func withSpan<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The same storage, which lives as long as the span.
        let bytes = bytes
        return try body(bytes.span.extracting(range))
    }

    /// The text of a place that holds no secret; nil if it is no UTF-8.
    func text(_ range: Range<Int>) -> String? {
        String(validating: bytes[range], as: UTF8.self)
    }

    /// Whether a place holds these ASCII bytes.
    func holds(_ text: StaticString, at index: Int) -> Bool {
        let wanted = Array(text.description.utf8)
        return index + wanted.count <= bytes.count
            && bytes[index..<index + wanted.count].elementsEqual(wanted)
    }

    /// A copy of all bytes.
    var contents: SecretBytes { SecretBytes(copying: bytes) }

    /// The line of a byte, from 1.
    func line(at offset: Int) -> Int {
        if offset < lineMark.offset { lineMark = (0, 1) }
        lineMark.line += bytes[lineMark.offset..<min(offset, bytes.count)].count { $0 == 0x0A }
        lineMark.offset = min(offset, bytes.count)
        return lineMark.line
    }

    /// The name and the line of a byte, for messages.
    func place(at offset: Int) -> String { "\(name):\(line(at: offset))" }

    /// An error at a byte.
    func error(at offset: Int, _ reason: String) -> KeyStoreError {
        .malformedDocument(place: place(at: offset), reason: reason)
    }
}
