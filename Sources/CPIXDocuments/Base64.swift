internal import Ciphers

/// Base64 (RFC 4648 section 4) as XML Schema has it: white space counts for nothing.
///
/// Strict otherwise: padded, and no bits are left over. It works on bytes and not on strings, because keys are written so.
enum Base64 {
    /// What `text` stands for; nil if it is no base64.
    static func decode(_ text: Span<UInt8>) -> SecretBytes? {
        guard let count = byteCount(of: text) else { return nil }
        return SecretBytes(count: count) { output in
            var accumulator: UInt32 = 0
            var bits = 0
            var end = 0
            for index in text.indices {
                guard let value = value(text[index]) else { continue }
                accumulator = accumulator << 6 | UInt32(value)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    output[end] = UInt8(truncatingIfNeeded: accumulator >> UInt32(bits))
                    end += 1
                }
            }
        }
    }

    /// What `text` stands for, where it is no secret.
    static func decode(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard let decoded = decode(bytes.span) else { return nil }
        return decoded.withSpan { decoded in decoded.indices.map { decoded[$0] } }
    }

    /// The digits of `bytes`, in one line.
    static func encode(_ bytes: Span<UInt8>) -> SecretBytes {
        SecretBytes(count: (bytes.count + 2) / 3 * 4) { output in
            for group in 0..<(bytes.count + 2) / 3 {
                let start = group * 3
                let count = min(3, bytes.count - start)
                var value: UInt32 = 0
                for index in 0..<3 {
                    value = value << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
                }
                for index in 0..<4 {
                    let digit = UInt8(truncatingIfNeeded: value >> UInt32(18 - 6 * index) & 0x3F)
                    output[group * 4 + index] = index <= count ? self.digit(digit) : UInt8(ascii: "=")
                }
            }
        }
    }

    /// The digits of `bytes`, where they are no secret.
    static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes.span).withSpan { digits in
            String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
        }
    }

    /// The number of bytes that `text` stands for; nil if it is no base64.
    private static func byteCount(of text: Span<UInt8>) -> Int? {
        var digits = 0
        var padding = 0
        var last: UInt8 = 0
        for index in text.indices {
            if let value = value(text[index]) {
                guard padding == 0 else { return nil }
                digits += 1
                last = value
            } else if text[index] == UInt8(ascii: "=") {
                padding += 1
            } else if !isSpace(text[index]) {
                return nil
            }
        }
        guard (digits + padding).isMultiple(of: 4) else { return nil }
        switch padding {
        case 0: break
        case 1: guard digits % 4 == 3, last & 0x03 == 0 else { return nil }
        case 2: guard digits % 4 == 2, last & 0x0F == 0 else { return nil }
        default: return nil
        }
        return digits * 6 / 8
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
