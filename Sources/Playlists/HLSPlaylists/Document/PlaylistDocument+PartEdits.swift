/// Edits of a part of a line: everything else in the line stays byte for byte.
///
/// Several edits of one line combine: each applies to the line as the earlier ones left it.
extension PlaylistDocument {
    /// Returns a line with its edits applied, or nil if it was removed.
    ///
    /// - Throws: `PlaylistError` for a line number out of range.
    package mutating func editedLine(_ number: Int) throws(PlaylistError) -> PlaylistLine? {
        let line = try line(number)
        guard let change = edits.change(of: number) else { return line }
        guard !change.isRemoved else { return nil }
        let start = Int(change.lower) - line.content.startIndex
        let end = Int(change.upper) - line.content.startIndex
        let content =
            line.content.prefix(start) + edits.texts.bytes[change.text.range] + line.content.dropFirst(end)
        return PlaylistLine(number: number, content: content)
    }

    /// Replaces a part of a line.
    ///
    /// - Parameters:
    ///   - columns: the columns of the part in bytes, from 1; an empty range inserts before its column.
    ///   - text: the new text.
    ///   - line: the line number.
    /// - Throws: `PlaylistError` for a text with a line break or control character, a line number out of
    ///   range, the header, a removed line, and columns that are outside the line or split a character.
    package mutating func replaceText(
        in columns: Range<Int>,
        with text: String,
        line: Int
    ) throws(PlaylistError) {
        try replaceText(in: columns, with: LineText(text, line: line), line: line)
    }

    /// Replaces a part of a line.
    ///
    /// - Parameters:
    ///   - columns: the columns of the part in bytes, from 1; an empty range inserts before its column.
    ///   - text: the new text.
    ///   - line: the line number.
    /// - Throws: `PlaylistError` for a line number out of range, the header, a removed line, and columns that
    ///   are outside the line or split a character.
    mutating func replaceText(
        in columns: Range<Int>,
        with text: LineText,
        line: Int
    ) throws(PlaylistError) {
        let content = try changeableContent(line)
        guard columns.lowerBound >= 1, columns.upperBound <= content.count + 1,
            [columns.lowerBound, columns.upperBound].allSatisfy({ column in
                content.dropFirst(column - 1).first.map { $0 & 0xC0 != 0x80 } ?? true
            })
        else { throw PlaylistError(line: line, .edit(.noSuchPart(length: content.count))) }
        let part = (columns.lowerBound - 1)..<(columns.upperBound - 1)
        try splice(line, part, try edits.texts.add(text, line: line))
    }

    /// Returns the content of a line with its edits applied; throws if the line cannot be changed.
    mutating func changeableContent(_ line: Int) throws(PlaylistError) -> ArraySlice<UInt8> {
        try checkChange(of: line)
        guard let edited = try editedLine(line) else {
            throw PlaylistError(line: line, .edit(.removedLine))
        }
        return edited.content
    }

    /// Replaces a part of a line, given by byte offsets in the line with its edits applied.
    mutating func splice(_ line: Int, _ part: Range<Int>, _ text: TextStore.Part) throws(PlaylistError) {
        let originalRange = contentRange(line)
        guard edits.change(of: line) != nil, let edited = try editedLine(line) else {
            let start = originalRange.lowerBound
            setChange(of: line, (start + part.lowerBound)..<(start + part.upperBound), text)
            return
        }
        let content =
            edited.content.prefix(part.lowerBound) + edits.texts.bytes[text.range]
            + edited.content.dropFirst(part.upperBound)
        try replaceDifference(line, originalRange, with: content)
    }

    /// Changes the content of a line by replacing only the bytes between the longest common start and end.
    private mutating func replaceDifference(
        _ line: Int,
        _ originalRange: Range<Int>,
        with content: ArraySlice<UInt8>
    ) throws(PlaylistError) {
        let prefixLength = zip(bytes[originalRange], content).prefix { $0 == $1 }.count
        let oldRest = bytes[originalRange].dropFirst(prefixLength)
        let newRest = content.dropFirst(prefixLength)
        let suffixLength = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        let text = LineText(checked: Array(newRest.dropLast(suffixLength)))
        let range = (originalRange.lowerBound + prefixLength)..<(originalRange.upperBound - suffixLength)
        setChange(of: line, range, try edits.texts.add(text, line: line))
    }
}
