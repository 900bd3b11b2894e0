import WipedMemory

/// Bytes as hexadecimal digits (RFC 4648 section 8, but lower case).
package enum Hexadecimal {
    /// Two lower-case digits for each byte.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 0x0F))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Two lower-case digits for each byte.
    package static func encode(_ bytes: Span<UInt8>) -> String {
        var digits: [UInt8] = []
        append(bytes, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// The ASCII digits of `bytes`, appended to `output`: for secrets, which must not end up in a `String`.
    package static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        for index in bytes.indices {
            output.append(digit(bytes[index] >> 4))
            output.append(digit(bytes[index] & 0x0F))
        }
    }

    /// The bytes that `digits` (either case, no prefix) stand for; nil if one is no digit or their number is odd.
    package static func decode(_ digits: some StringProtocol) -> [UInt8]? {
        decode(ascii: Array(digits.utf8).span)
    }

    /// As ``decode(_:)``, from ASCII bytes: for secrets, which must not end up in a `String`.
    package static func decode(ascii digits: Span<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        // Room for all, because an array of secret bytes that grows leaves a copy behind.
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                secureErase(&bytes)
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
