/// Percent-encoding of one component of a URI (RFC 3986 section 2.1).
///
/// Everything but the unreserved characters (RFC 3986 section 2.3) is encoded, so the result can stand
/// anywhere in a URI, the host included, and never holds a delimiter.
package enum PercentEncoding {
    /// The text with every UTF-8 byte outside `A-Z a-z 0-9 - . _ ~` written as `%` and two upper-case
    /// hexadecimal digits.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The text with every `%XX` replaced by its byte; nil if an escape is malformed or the bytes are not
    /// UTF-8.
    package static func decode(_ text: some Sequence<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(\.hexDigitValue),
                let low = bytes.next().flatMap(\.hexDigitValue)
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
