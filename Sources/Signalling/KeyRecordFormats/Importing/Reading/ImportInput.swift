import Ciphers
import Failures
import KeyStore
import ProtectionTerms
import TextFormats
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
        let expectedBytes = Array(text.description.utf8)
        return index + expectedBytes.count <= bytes.count
            && bytes[index..<index + expectedBytes.count].elementsEqual(expectedBytes)
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
    func error(
        at offset: Int,
        _ reason: String,
        expected: String? = nil,
        remedy: String? = nil
    ) -> RunFailure {
        .malformedDocument(
            location: location(at: offset),
            reason: reason,
            expected: expected,
            remedy: remedy
        )
    }
}

extension ImportInput {
    /// A CSV reader of the file, for which a carriage return ends a line, too.
    var csv: CSVReader { CSVReader(from: range.lowerBound, endsLinesAtCarriageReturns: true) }

    /// Returns the next record of a reader, or nil at the end.
    func next(_ reader: inout CSVReader) throws(RunFailure) -> CSVReader.Record? {
        do throws(CSVReader.Failure) {
            return try withSpan(wholeRange) { bytes throws(CSVReader.Failure) in try reader.next(in: bytes) }
        } catch {
            throw self.error(at: error.offset, Self.reason(error.problem))
        }
    }

    /// Returns the bytes of a field, which may be secret; the caller erases them.
    func bytes(_ field: CSVReader.Field) -> [UInt8] { withSpan(wholeRange) { field.bytes(in: $0) } }

    /// Returns the text of a field that is not secret, or nil if it is not UTF-8.
    func text(_ field: CSVReader.Field) -> String? { String(validating: bytes(field), as: UTF8.self) }

    private static func reason(_ problem: CSVReader.Failure.Problem) -> String {
        switch problem {
        case .quoteInField: "a quote in a field that is not in quotes"
        case .textAfterQuotes: "text after a field in quotes"
        case .unclosedQuotes: "a quote is not closed"
        case .loneCarriageReturn: "a carriage return without a line feed"
        }
    }
}

extension ImportInput {
    /// Decrypts a file that is encrypted as a whole (CMS, as `keys export` writes it).
    ///
    /// - Parameter privateKey: a recipient's private key, or nil if none was given.
    /// - Returns: the decrypted file, or the file itself if it is not encrypted.
    /// - Throws: `.malformedDocument` for an encrypted file without the private key of a recipient, and for
    ///   one that was altered.
    func decrypted(_ privateKey: PrivateKey?) throws(RunFailure) -> ImportInput {
        guard withSpan(wholeRange, { EnvelopeReader.recognizes($0) }) else { return self }
        guard let privateKey else {
            throw .malformedDocument(
                location: name,
                reason: "it is encrypted to recipients (CMS)",
                remedy:
                    "Give the private key of one (keys import: \(CommandOption.privateKey), rehearse: \(CommandOption.cpixKey))."
            )
        }
        var bytes: [UInt8] = []
        defer { secureErase(&bytes) }
        do throws(EnvelopeError) {
            try decrypt(privateKey, into: &bytes)
        } catch {
            let remedy =
                if case .notARecipient = error {
                    "Give the private key of one of them."
                } else {
                    "Give another copy of the file."
                }
            throw .malformedDocument(
                location: name,
                reason: "it cannot be decrypted: \(error)",
                remedy: remedy
            )
        }
        return ImportInput(taking: &bytes, name: name)
    }

    private func decrypt(_ privateKey: PrivateKey, into bytes: inout [UInt8]) throws(EnvelopeError) {
        // Reserves room for the plaintext, which is shorter than the file: an array that grows leaves secrets
        // in its old storage.
        bytes.reserveCapacity(wholeRange.count)
        var position = 0
        var reader = try EnvelopeReader(privateKey: privateKey) { (buffer) throws(EnvelopeError) in
            let count = min(buffer.count, self.wholeRange.count - position)
            for index in 0..<count { buffer[index] = self[position + index] }
            position += count
            return count
        }
        while let piece = try reader.next() {
            piece.withSpan { span in for index in span.indices { bytes.append(span[index]) } }
        }
    }
}

extension ImportInput {
    /// Returns the bytes of a string, which may be secret; the caller erases them.
    func bytes(_ string: JSONScanner.StringToken) -> [UInt8] {
        withSpan(wholeRange) { string.bytes(in: $0) }
    }

    /// Returns the text of a string that is not secret, or nil if it is not UTF-8.
    func text(_ string: JSONScanner.StringToken) -> String? {
        String(validating: bytes(string), as: UTF8.self)
    }
}
