import Ciphers
import TextFormats

/// The bytes that a text may stand for: its own, and those of digits in it, hexadecimal (RFC 4648 section 8) or base64
/// (sections 4 and 5), wherever in it they begin; and again what these stand for, as in a `data` URI.
struct TextReadings {
    /// As of a `data` URI, percent-encoded, with a text in UTF-16 that has base64 in it.
    private static let depth = 4
    /// Digits that stand for fewer bytes are not read.
    private static let leastBytes = 8
    /// Bytes behind as many are not read: key URIs are shorter, and texts that are made for it would take minutes.
    private static let longest = 65_536

    let text: [UInt8]

    /// Whether a reading is like that.
    func contain(where isWanted: ([UInt8]) -> Bool) -> Bool {
        Self.contain(Array(text.prefix(Self.longest)), Self.depth, where: isWanted)
    }

    private static func contain(_ bytes: [UInt8], _ depth: Int, where isWanted: ([UInt8]) -> Bool) -> Bool {
        if isWanted(bytes) { return true }
        guard depth > 0, bytes.count >= leastBytes else { return false }
        return readings(of: bytes).contains { contain($0, depth - 1, where: isWanted) }
    }

    private static func readings(of bytes: [UInt8]) -> [[UInt8]] {
        var readings = hexadecimalReadings(of: bytes) + base64Readings(of: bytes)
        if bytes.contains(UInt8(ascii: "%")) { readings.append(PercentEncoding.bytesSparingMalformed(bytes)) }
        // A text of ASCII in UTF-16, as of PlayReady.
        if bytes.contains(0) { readings.append(bytes.filter { $0 != 0 }) }
        return readings
    }

    /// What hyphens, colons and blanks separate, as in a UUID, is one run of digits.
    private static func hexadecimalReadings(of bytes: [UInt8]) -> [[UInt8]] {
        let separators = Array("-: ".utf8)
        let runs = bytes.split { $0.hexDigitValue == nil && !separators.contains($0) }
        return runs.map { $0.filter { $0.hexDigitValue != nil } }.filter { $0.count >= 2 * leastBytes }
            .flatMap { digits in
                [0, 1].compactMap { start in
                    let whole = digits.dropFirst(start).prefix((digits.count - start) / 2 * 2)
                    return Hexadecimal.decode(ascii: Array(whole).span)
                }
            }
    }

    private static func base64Readings(of bytes: [UInt8]) -> [[UInt8]] {
        let runs = bytes.map(ordinaryDigit).split { $0 == nil }.map { $0.compactMap(\.self) }
        return runs.filter { 3 * $0.count >= 4 * leastBytes }.flatMap { digits in
            (0..<4).compactMap { start in
                let count = digits.count - start
                let whole = digits.dropFirst(start).prefix(count % 4 == 1 ? count - 1 : count)
                return Base64.decode(Array(whole).span, .missingPadding)
            }
        }
    }

    /// The digit of base64 that a byte is in either alphabet; nil for none.
    private static func ordinaryDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte.isASCIIAlphanumeric ? byte : nil
        }
    }
}
