/// Conversion between bytes and hexadecimal digits (RFC 4648 section 8, but written in lower case).
package enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            let (high, low) = Self.digits(of: byte)
            digits.append(high)
            digits.append(low)
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns two lower-case digits for each byte.
    package static func encode(_ bytes: Span<UInt8>) -> String {
        var digits: [UInt8] = []
        append(bytes, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the ASCII digits of `bytes` to `output`: for secrets, which must not end up in a `String`.
    package static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        for index in bytes.indices {
            let (high, low) = digits(of: bytes[index])
            output.append(high)
            output.append(low)
        }
    }

    /// Returns the two lower-case digits of a byte.
    package static func digits(of byte: UInt8) -> (high: UInt8, low: UInt8) {
        (digit(byte >> 4), digit(byte & 0x0F))
    }

    /// Decodes digits of either case, without a prefix; nil if one is not a digit or their number is odd.
    package static func decode(_ digits: some StringProtocol) -> [UInt8]? {
        decode(ascii: Array(digits.utf8).span)
    }

    /// Decodes ASCII digits like ``decode(_:)``: for secrets, which must not end up in a `String`.
    package static func decode(ascii digits: Span<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        // Checks all digits first, so that no part of a refused secret is left in memory.
        for index in digits.indices where digits[index].hexDigitValue == nil { return nil }
        var bytes: [UInt8] = []
        // Reserves the whole capacity, because an array that grows leaves a copy of secret bytes in memory.
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            bytes.append((digits[index].hexDigitValue ?? 0) << 4 | (digits[index + 1].hexDigitValue ?? 0))
        }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
