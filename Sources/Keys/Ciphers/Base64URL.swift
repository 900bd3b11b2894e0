/// Base64 with the URL-safe alphabet (RFC 4648 section 5), for data that are not secret.
package enum Base64URL {
    /// Returns the digits of `bytes`, without padding (RFC 7515 section 2).
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(
            Base64.encode(bytes).compactMap { digit -> Character? in
                digit == "=" ? nil : digit == "+" ? "-" : digit == "/" ? "_" : digit
            }
        )
    }

    /// Decodes `digits`, with or without padding, or returns nil if they are not base64 of this alphabet.
    package static func decode(_ digits: some StringProtocol) -> [UInt8]? {
        var standardDigits: [UInt8] = []
        for digit in digits.utf8 {
            switch digit {
            case UInt8(ascii: "-"): standardDigits.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standardDigits.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
            default: standardDigits.append(digit)
            }
        }
        return Base64.decode(standardDigits.span, .missingPadding)
    }
}
