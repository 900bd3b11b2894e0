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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2 - 1)
        for index in stride(from: 2, to: text.count, by: 2) {
            guard let high = value(text[index]), let low = value(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// `0x` and two lower-case digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let characters = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "0x" + String(decoding: characters, as: UTF8.self)
    }

    /// The value of a digit of either case.
    static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
