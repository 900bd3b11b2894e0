import Failures
import TextFormats

/// The bytes of a manifest, checked to be UTF-8 text.
struct ManifestContent {
    let source: String
    let bytes: [UInt8]
    /// The offset of the text, after the byte order mark if there is one.
    let start: Int

    /// Checks what all formats require: size, encoding, and no NUL.
    init(_ bytes: [UInt8], source: String, maximum: Int) throws(RunFailure) {
        guard bytes.count <= maximum else {
            throw .manifestTooLarge(source, maximum: maximum)
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw .manifestIsUTF16(TextLocation(in: source, line: 1, column: 1))
        }
        self.source = source
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let nul = bytes.firstIndex(of: 0) { throw .manifestHasNUL(location(of: nul)) }
        if let offset = Self.firstFault(bytes.span) { throw .manifestIsNotUTF8(location(of: offset)) }
    }

    private static func firstFault(_ bytes: Span<UInt8>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// Returns the location of a byte.
    func location(of offset: Int) -> TextLocation {
        TextLocation(of: offset, in: bytes[start...], source: source)
    }
}
