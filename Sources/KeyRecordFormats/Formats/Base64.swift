internal import Ciphers

/// Base64 (RFC 4648 section 4) of secrets, which must not end up in a `String` or a buffer that nobody wipes.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")

    /// Number of characters for `count` bytes.
    static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// The characters of `bytes`, with padding, appended to `output`.
    static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
            }
            for place in 0..<4 {
                let index = Int(truncatingIfNeeded: group >> UInt32(18 - 6 * place)) & 0x3F
                output.append(place <= count ? alphabet[index] : padding)
            }
        }
    }

    /// The bytes that the characters stand for; nil if they are no base64 with its padding.
    static func decode(ascii characters: Span<UInt8>) -> [UInt8]? {
        guard characters.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        // Room for all, because an array of secret bytes that grows leaves a copy behind.
        bytes.reserveCapacity(characters.count / 4 * 3)
        var end = characters.count
        while end > 0, characters.count - end < 2, characters[end - 1] == padding { end -= 1 }
        var group: UInt32 = 0
        for index in 0..<end {
            guard let value = value(characters[index]) else {
                secureErase(&bytes)
                return nil
            }
            group = group << 6 | UInt32(value)
            // Every character but the first of four completes a byte.
            if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(6 - 2 * (index % 4)))) }
        }
        return bytes
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
