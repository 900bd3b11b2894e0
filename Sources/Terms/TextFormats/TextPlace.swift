/// A place in a text, as messages name it.
package struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, or the name of what else the text is of.
    package let source: String
    /// The line, from 1; nil for the text as a whole.
    package let line: Int?
    /// The column, from 1, counted in Unicode scalars, in playlists in bytes; nil where the line tells enough.
    package let column: Int?

    /// Names a line, with or without a column of it, or a text as a whole.
    package init(in source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.line = line
        self.column = line == nil ? nil : column
    }

    /// Finds the line and the column of a byte; lines end at line feeds.
    ///
    /// - Parameters:
    ///   - offset: where the byte is in `bytes`, which may be where they end.
    ///   - bytes: the text in UTF-8 up to the byte that is wrong, at least.
    ///   - source: the name of the text.
    package init(of offset: Int, in bytes: ArraySlice<UInt8>, source: String) {
        let before = bytes.prefix(upTo: max(bytes.startIndex, offset))
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
        self.init(
            in: source,
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            // All bytes of a scalar but the first are continuations (RFC 3629 section 3).
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        )
    }

    /// `SOURCE:LINE:COLUMN`, or less where less is known.
    package var description: String {
        ([source] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}
