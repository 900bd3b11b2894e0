/// Redaction of the output of programs and servers: possible key bytes are removed.
package enum TextRedactor {
    /// The default maximum length of a redacted text, in bytes of UTF-8.
    static let limit = 500

    /// Returns a text as one line without anything that may belong to a key.
    ///
    /// Bytes that ``KeyTextMask`` covers become `…`; line endings and tabs become spaces.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - isCut: true if the text may end within a word.
    ///   - limit: the maximum length of the result, in bytes of UTF-8.
    /// - Returns: the line, without spaces at either end.
    package static func redact(
        _ bytes: ArraySlice<UInt8>,
        isCut: Bool,
        limit: Int = TextRedactor.limit
    ) -> String {
        let mask = KeyTextMask(bytes, isCut: isCut)
        var text: [UInt8] = []
        var wasMasked = false
        for (byte, isMasked) in zip(bytes, mask.isMasked) {
            if isMasked {
                if !wasMasked { text += "…".utf8 }
            } else {
                text.append(byte < 0x20 ? 0x20 : byte)
            }
            wasMasked = isMasked
        }
        return truncated(
            String(decoding: text, as: UTF8.self).split(separator: " ").joined(separator: " "),
            limit
        )
    }

    private static func truncated(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var result = ""
        for character in text {
            guard result.utf8.count + character.utf8.count + "…".utf8.count <= limit else { break }
            result.append(character)
        }
        return result + "…"
    }
}
