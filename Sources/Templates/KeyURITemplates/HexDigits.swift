/// Bytes as hexadecimal digits (RFC 4648 section 8), written in lower case and read in either.
enum HexDigits {
    /// Two digits for each byte.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] },
            as: UTF8.self
        )
    }

    /// The bytes of an even number of digits; nil for anything else.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var digits = text.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            guard let high = high.hexDigitValue, let low = low.hexDigitValue else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
