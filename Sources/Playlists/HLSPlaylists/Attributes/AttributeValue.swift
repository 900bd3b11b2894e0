/// A value to be written into an attribute list (RFC 8216bis 4.2).
package enum AttributeValue: Hashable, Sendable {
    /// Written in quotes; must not contain quotes or control characters.
    case quotedString(String)
    /// Written without quotes; must not be empty or contain quotes, commas, blanks or control characters.
    case enumeratedString(String)
    /// Written as `0x` and two lowercase digits for each byte.
    case hexadecimalSequence([UInt8])
    /// Written in decimal.
    case decimalInteger(UInt64)

    /// Returns the text of the value.
    ///
    /// - Parameters:
    ///   - name: the attribute name, for errors.
    ///   - line: the line number for errors, or 0 if there is none yet.
    /// - Returns: the text after the equals sign.
    /// - Throws: `PlaylistError` for a text that would be parsed as another value.
    func written(as name: String, line: Int = 0) throws(PlaylistError) -> String {
        switch self {
        case .quotedString(let text):
            try check(text, name, line, what: "a quote or control character") { $0 == ASCII.quote }
            return "\"\(text)\""
        case .enumeratedString(let text):
            try check(
                text.isEmpty ? "," : text,
                name,
                line,
                what: "an empty value, or a quote, comma, blank or control character"
            ) {
                $0 == ASCII.quote || $0 == ASCII.comma || ASCII.isBlank($0)
            }
            return text
        case .hexadecimalSequence(let bytes): return HexadecimalSequence.encode(bytes)
        case .decimalInteger(let number): return String(number)
        }
    }

    private func check(
        _ text: String,
        _ name: String,
        _ line: Int,
        what: String,
        isForbidden: (UInt8) -> Bool
    ) throws(PlaylistError) {
        guard !text.utf8.contains(where: isForbidden), ControlCharacter(firstInLine: text) == nil else {
            throw PlaylistError(line: line, .edit(.unwritableValue(name: name, reason: what)))
        }
    }
}
