import TextFormats

/// The parsing and writing of hexadecimal sequences: `0x` and digits (RFC 8216bis 4.2).
package enum HexadecimalSequence {
    /// Decodes a number; an odd number of digits gets a 0 in front.
    ///
    /// Nil unless the text is `0x` or `0X` and at least one hexadecimal digit.
    static func decodeNumber(_ text: Span<UInt8>) -> [UInt8]? {
        guard !text.count.isMultiple(of: 2) else { return decode(text) }
        let prefix = text.indices.prefix(2).map { text[$0] }
        let rest = text.indices.dropFirst(2).map { text[$0] }
        return decode((prefix + [UInt8(ascii: "0")] + rest).span)
    }

    /// Decodes bytes; nil unless the text is `0x` or `0X` and an even number of hexadecimal digits, at least
    /// two.
    static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count > 2, text.count.isMultiple(of: 2), text[0] == UInt8(ascii: "0"),
            text[1] | 0x20 == UInt8(ascii: "x")
        else { return nil }
        return Hexadecimal.decode(ascii: text.extracting(2..<text.count))
    }

    /// Returns `0x` and two lowercase digits for each byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        "0x" + Hexadecimal.encode(bytes)
    }
}
