/// Edits. Texts come without line ending and get the one of their surroundings. Line 1 (`#EXTM3U`) stays the
/// first line, so what is written is always a playlist again.
extension PlaylistDocument {
    /// Whether anything was edited.
    package var isEdited: Bool { !edits.isEmpty }

    /// Inserts a line before a line; several before one line stand in the order of the calls.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character, a number out of range, line 1.
    package mutating func insert(_ text: String, before line: Int) throws(PlaylistError) {
        try checkEdit(of: line, text: text)
        edits[line, default: LineEdit()].before.append(text)
    }

    /// Inserts a line after a line; several after one line stand in the order of the calls.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character, or a number out of range.
    package mutating func insert(_ text: String, after line: Int) throws(PlaylistError) {
        _ = try self.line(line)
        try Self.checkWritable(text, line: line)
        edits[line, default: LineEdit()].after.append(text)
    }

    /// Inserts a line after the last one.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character.
    package mutating func append(_ text: String) throws(PlaylistError) {
        try insert(text, after: lines.count)
    }

    /// Replaces a line, keeping its ending; the last call for a line wins, removal included.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character, a number out of range, line 1.
    package mutating func replace(line: Int, with text: String) throws(PlaylistError) {
        try checkEdit(of: line, text: text)
        edits[line, default: LineEdit()].fate = .replaced(text)
    }

    /// Removes a line with its ending; what was inserted beside it stays.
    ///
    /// - Throws: `PlaylistError` for a number out of range or line 1.
    package mutating func remove(line: Int) throws(PlaylistError) {
        try checkEdit(of: line, text: "")
        edits[line, default: LineEdit()].fate = .removed
    }

    private func checkEdit(of line: Int, text: String) throws(PlaylistError) {
        _ = try self.line(line)
        guard line > 1 else { throw PlaylistError(line: line, .edit(.fixedFirstLine)) }
        try Self.checkWritable(text, line: line)
    }

    private static func checkWritable(_ text: String, line: Int) throws(PlaylistError) {
        if let control = ControlCharacter(firstInLine: text) {
            throw PlaylistError(line: line, .edit(.unwritableText(control)))
        }
    }
}
