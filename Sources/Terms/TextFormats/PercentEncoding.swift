/// Percent-encoding of one component of a URI (RFC 3986 section 2.1).
///
/// Everything except the unreserved characters (RFC 3986 section 2.3) is encoded. The result never contains a
/// delimiter and can be used anywhere in a URI, including the host.
package enum PercentEncoding {
    /// Returns the text with every UTF-8 byte outside `A-Z a-z 0-9 - . _ ~` as `%` and two upper-case
    /// hexadecimal digits.
    package static func encode(_ text: String) -> String { encode(text.utf8) }

    /// Returns the bytes, with each byte that is not unreserved as `%` and two upper-case hexadecimal digits.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for byte in bytes {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Returns the text with every `%XX` decoded, or nil if an escape is malformed or the result is not
    /// UTF-8.
    package static func decode(_ text: some Collection<UInt8>) -> String? {
        decodeBytes(text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Returns the bytes with every `%XX` decoded, or nil if an escape is malformed.
    package static func decodeBytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        decoded(text, sparingMalformed: false)
    }

    /// Returns the bytes with every well-formed `%XX` decoded; malformed escapes stay unchanged.
    package static func decodeLeniently(_ text: some Collection<UInt8>) -> [UInt8] {
        decoded(text, sparingMalformed: true) ?? []
    }

    private static func decoded(_ text: some Collection<UInt8>, sparingMalformed: Bool) -> [UInt8]? {
        // An array: the code for other collections is not specialized across targets.
        let text = Array(text)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            if position + 1 < text.count, let high = text[position].hexDigitValue,
                let low = text[position + 1].hexDigitValue
            {
                decoded.append(high << 4 | low)
                position += 2
            } else {
                guard sparingMalformed else { return nil }
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte)
    }
}
