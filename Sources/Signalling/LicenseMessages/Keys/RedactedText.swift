/// What a program or a server says, without anything that might be key bytes.
package enum RedactedText {
    /// The most that is shown, in bytes, where nobody says less.
    package static let limit = 500

    /// One line of at most `limit` bytes of UTF-8: what might be of a key (``KeyTextMask``) is `…`, line ends and tabs are blanks.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - isCut: whether it may end in the middle of a word.
    ///   - limit: the most bytes of the line.
    /// - Returns: the line, without blanks around it.
    package static func text(
        of bytes: ArraySlice<UInt8>,
        isCut: Bool,
        limit: Int = RedactedText.limit
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
        return cut(String(decoding: text, as: UTF8.self).split(separator: " ").joined(separator: " "), limit)
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = ""
        for character in text {
            guard kept.utf8.count + character.utf8.count + "…".utf8.count <= limit else { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
