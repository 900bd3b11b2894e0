/// Base64 (RFC 4648 section 4).
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")
    /// The value of each byte as a digit; 64 for one that is none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The text of bytes, padded.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digit(bits >> UInt32(count)))
            }
        }
        if count > 0 { text.append(digit(bits << UInt32(6 - count))) }
        while !text.count.isMultiple(of: 4) { text.append(padding) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil for one that is not base64.
    ///
    /// Padding may be missing; bits that fill up the last digit are passed over.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var digits = Array(text.utf8)
        for _ in 0..<2 where digits.last == padding { digits.removeLast() }
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }

    private static func digit(_ bits: UInt32) -> UInt8 { alphabet[Int(bits & 0x3F)] }
}
