import TextFormats

/// A hexadecimal sequence, `0x` and digits (RFC 8216bis 4.2).
package enum HexadecimalSequence {
    /// The bytes of a number: those of as many digits, with a 0 before an odd number of them; nil without `0x` or `0X`, and
    /// without digits.
    static func decodeNumber(_ text: Span<UInt8>) -> [UInt8]? {
        guard !text.count.isMultiple(of: 2) else { return decode(text) }
        let prefix = text.indices.prefix(2).map { text[$0] }
        let rest = text.indices.dropFirst(2).map { text[$0] }
        return decode((prefix + [UInt8(ascii: "0")] + rest).span)
    }

    /// The bytes; nil without `0x` or `0X`, without digits, and for an odd number of digits.
    static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count > 2, text.count.isMultiple(of: 2), text[0] == UInt8(ascii: "0"),
            text[1] | 0x20 == UInt8(ascii: "x")
        else { return nil }
        return Hexadecimal.decode(ascii: text.extracting(2..<text.count))
    }

    /// `0x` and two lower-case digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        "0x" + Hexadecimal.encode(bytes)
    }
}
