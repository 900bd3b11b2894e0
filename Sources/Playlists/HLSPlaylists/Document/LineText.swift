/// A text that was checked to be a line or a part of one, for use in many edits.
///
/// A document stores a text that consecutive edits repeat only once.
package struct LineText: Hashable, Sendable {
    let bytes: [UInt8]

    /// Checks a text.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character.
    package init(_ text: String) throws(PlaylistError) {
        try self.init(text, line: 0)
    }

    init(_ text: String, line: Int) throws(PlaylistError) {
        if let control = ControlCharacter(firstInLine: text) {
            throw PlaylistError(line: line, .edit(.unwritableText(control)))
        }
        bytes = Array(text.utf8)
    }

    /// Creates a text from bytes that are known to be a part of a line.
    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }
}
