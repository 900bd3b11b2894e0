package import Bitstreams

/// The header of an ID3v2 tag (id3.org, ID3v2.4.0 main structure, 3.1).
package struct ID3TagHeader: Hashable, Sendable {
    /// The size, in bytes.
    package static let size = 10

    /// The major version, 3 or 4 in practice.
    package let majorVersion: UInt8
    /// The tag flags in the four high bits: unsynchronization, extended header, experimental, footer.
    package let flags: UInt8
    /// The number of bytes after this header, without a footer.
    package let bodySize: Int

    /// The number of bytes after this header, footer included.
    package var remainingSize: Int { bodySize + (flags & 0x10 != 0 && majorVersion == 4 ? Self.size : 0) }

    /// Parses a header.
    ///
    /// - Parameters:
    ///   - bytes: at least the first 10 bytes of the tag.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes, at: offset)
        let identifier = try reader.read(3)
        guard identifier.elementsEqual("ID3".utf8) else {
            throw .invalid(offset: offset, field: "bytes", found: "without identifier", expected: "'ID3'")
        }
        majorVersion = try reader.uint8()
        let revision = try reader.uint8()
        guard majorVersion < 0xFF, revision < 0xFF else {
            throw .invalid(offset: offset + 3, field: "version", found: "0xFF", expected: "below 0xFF")
        }
        flags = try reader.uint8()
        guard flags & 0x0F == 0 else {
            throw .invalid(
                offset: offset + 5,
                field: "tag flags",
                found: flags.hexadecimalText,
                expected: "the low four bits 0"
            )
        }
        bodySize = Int(try reader.synchsafeInteger())
    }
}

extension ByteReader {
    /// Reads a synchsafe integer: four bytes of seven bits each, whose high bits must be 0.
    mutating func synchsafeInteger() throws(ParseError) -> UInt32 {
        let start = offset
        let word = try uint32()
        guard word & 0x8080_8080 == 0 else {
            throw .invalid(
                offset: start,
                field: "synchsafe integer",
                found: word.hexadecimalText,
                expected: "the high bit of every byte 0"
            )
        }
        return word >> 3 & 0x0FE0_0000 | word >> 2 & 0x001F_C000 | word >> 1 & 0x3F80 | word & 0x7F
    }
}
