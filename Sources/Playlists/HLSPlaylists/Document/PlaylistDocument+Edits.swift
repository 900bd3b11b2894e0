/// Edits of whole lines.
///
/// New lines are given without line ending and get the one of their surroundings. The line `#EXTM3U` and
/// everything before it cannot be changed, so the result is always a playlist.
extension PlaylistDocument {
    /// Indicates whether there are edits.
    package var isEdited: Bool { !edits.isEmpty }

    /// Reserves capacity for changes of many lines, which saves time and memory.
    ///
    /// - Parameter count: the number of lines that will be changed; larger values are cut to the number of
    ///   lines.
    package mutating func reserveChanges(_ count: Int) {
        edits.reserveChanges(max(0, min(count, lines.count)))
    }

    /// Inserts a line before a line; several before one line keep the order of the calls.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character, a line number out of
    ///   range, and lines up to the header.
    package mutating func insert(_ text: String, before line: Int) throws(PlaylistError) {
        try insert(LineText(text, line: line), before: line)
    }

    /// Inserts a line before a line; several before one line keep the order of the calls.
    ///
    /// - Throws: `PlaylistError` for a line number out of range, and lines up to the header.
    package mutating func insert(_ text: LineText, before line: Int) throws(PlaylistError) {
        try checkChange(of: line)
        edits.insert(try edits.texts.add(text, line: line), beside: line, isAfter: false)
    }

    /// Inserts a line after a line; several after one line keep the order of the calls.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character, a line number out of
    ///   range, and lines before the header.
    package mutating func insert(_ text: String, after line: Int) throws(PlaylistError) {
        try insert(LineText(text, line: line), after: line)
    }

    /// Inserts a line after a line; several after one line keep the order of the calls.
    ///
    /// - Throws: `PlaylistError` for a line number out of range, and lines before the header.
    mutating func insert(_ text: LineText, after line: Int) throws(PlaylistError) {
        try checkExists(line)
        guard line >= headerLine else { throw PlaylistError(line: line, .edit(.fixedHeader)) }
        edits.insert(try edits.texts.add(text, line: line), beside: line, isAfter: true)
    }

    /// Inserts a line after the last one.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character.
    package mutating func append(_ text: String) throws(PlaylistError) {
        try insert(text, after: lines.count)
    }

    /// Replaces a line and keeps its ending; the last call for a line wins, including removals.
    ///
    /// - Throws: `PlaylistError` for a text with a line break or control character, a line number out of
    ///   range, and lines up to the header.
    package mutating func replace(line: Int, with text: String) throws(PlaylistError) {
        try replace(line: line, with: LineText(text, line: line))
    }

    /// Replaces a line and keeps its ending; the last call for a line wins, including removals.
    ///
    /// - Throws: `PlaylistError` for a line number out of range, and lines up to the header.
    package mutating func replace(line: Int, with text: LineText) throws(PlaylistError) {
        try checkChange(of: line)
        setChange(of: line, contentRange(line), try edits.texts.add(text, line: line))
    }

    /// Removes a line with its ending; lines inserted before or after it stay.
    ///
    /// - Throws: `PlaylistError` for a line number out of range, and lines up to the header.
    package mutating func remove(line: Int) throws(PlaylistError) {
        try checkChange(of: line)
        let start = lineStarts[line - 1]
        let nothing = TextStore.Part(start: 0, count: 0)
        edits.set(
            .init(line: UInt32(line), isRemoved: true, lower: start, upper: lineStarts[line], text: nothing)
        )
    }

    /// Replaces a byte range of the document, within one line, by a text.
    mutating func setChange(of line: Int, _ range: Range<Int>, _ text: TextStore.Part) {
        let lower = UInt32(range.lowerBound)
        edits.set(.init(line: UInt32(line), lower: lower, upper: UInt32(range.upperBound), text: text))
    }

    /// Throws for line numbers out of range, `#EXTM3U`, and the lines before it.
    @inline(__always)
    func checkChange(of line: Int) throws(PlaylistError) {
        try checkExists(line)
        guard line > headerLine else { throw PlaylistError(line: line, .edit(.fixedHeader)) }
    }
}
