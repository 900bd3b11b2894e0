import TextFormats

/// The byte strings that a text may encode: its own bytes, those of hexadecimal (RFC 4648 section 8) or
/// base64 digits (sections 4 and 5) anywhere in it, and, again, those that these encode, as in a `data` URI.
struct TextDecodings {
    /// The maximum depth: enough for a percent-encoded `data` URI of a UTF-16 text that contains base64.
    private static let depth = 4
    /// The minimum number of bytes that digits must encode; fewer are not decoded.
    private static let minimumByteCount = 8
    /// The maximum number of bytes that are examined; key URIs are shorter, and a longer crafted text would
    /// take minutes.
    private static let byteLimit = 65_536

    let text: [UInt8]

    /// Indicates whether any of the byte strings satisfies `isWanted`.
    func contain(where isWanted: ([UInt8]) -> Bool) -> Bool {
        Self.contain(Array(text.prefix(Self.byteLimit)), Self.depth, where: isWanted)
    }

    private static func contain(_ bytes: [UInt8], _ depth: Int, where isWanted: ([UInt8]) -> Bool) -> Bool {
        if isWanted(bytes) { return true }
        guard depth > 0, bytes.count >= minimumByteCount else { return false }
        return readings(of: bytes).contains { contain($0, depth - 1, where: isWanted) }
    }

    private static func readings(of bytes: [UInt8]) -> [[UInt8]] {
        var readings = hexadecimalReadings(of: bytes) + base64Readings(of: bytes)
        if bytes.contains(UInt8(ascii: "%")) { readings.append(PercentEncoding.decodeLeniently(bytes)) }
        // An ASCII text in UTF-16, as in PlayReady.
        if bytes.contains(0) { readings.append(bytes.filter { $0 != 0 }) }
        return readings
    }

    /// Decodes runs of digits; hyphens, colons and blanks do not end a run, as in a UUID.
    private static func hexadecimalReadings(of bytes: [UInt8]) -> [[UInt8]] {
        let separators = Array("-: ".utf8)
        let runs = bytes.split { $0.hexDigitValue == nil && !separators.contains($0) }
        return runs.map { $0.filter { $0.hexDigitValue != nil } }.filter { $0.count >= 2 * minimumByteCount }
            .flatMap { digits in
                [0, 1].compactMap { start in
                    let wholePairs = digits.dropFirst(start).prefix((digits.count - start) / 2 * 2)
                    return Hexadecimal.decode(ascii: Array(wholePairs).span)
                }
            }
    }

    private static func base64Readings(of bytes: [UInt8]) -> [[UInt8]] {
        let runs = bytes.map(standardDigit).split { $0 == nil }.map { $0.compactMap(\.self) }
        return runs.filter { 3 * $0.count >= 4 * minimumByteCount }.flatMap { digits in
            (0..<4).compactMap { start in
                let count = digits.count - start
                let wholeGroups = digits.dropFirst(start).prefix(count % 4 == 1 ? count - 1 : count)
                return Base64.decode(Array(wholeGroups).span, .missingPadding)
            }
        }
    }

    /// Returns the base64 digit that a byte is in either alphabet, or nil if it is none.
    private static func standardDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte.isASCIIAlphanumeric ? byte : nil
        }
    }
}
