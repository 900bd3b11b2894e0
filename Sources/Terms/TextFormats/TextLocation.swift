/// A location in a text, as messages name it.
package struct TextLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, or another name of the text.
    package let source: String
    /// The line, from 1, or nil for the text as a whole.
    package let line: Int?
    /// The column, from 1, or nil if the line is precise enough.
    ///
    /// Columns count Unicode scalars, in playlists bytes.
    package let column: Int?

    /// Creates the location of a line, optionally with a column, or of the text as a whole.
    package init(in source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.line = line
        self.column = line == nil ? nil : column
    }

    /// Creates the location of a byte; lines end at line feeds.
    ///
    /// - Parameters:
    ///   - offset: the index of the byte in `bytes`, which may be their end index.
    ///   - bytes: the UTF-8 text, at least up to the byte at `offset`.
    ///   - firstLine: the number of its first line.
    ///   - source: the name of the text.
    package init(of offset: Int, in bytes: ArraySlice<UInt8>, firstLine: Int = 1, source: String) {
        let precedingBytes = bytes.prefix(upTo: max(bytes.startIndex, offset))
        let lineStart = precedingBytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
        self.init(
            in: source,
            line: precedingBytes.count { $0 == UInt8(ascii: "\n") } + firstLine,
            // All bytes of a scalar except the first are continuation bytes (RFC 3629 section 3).
            column: precedingBytes[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        )
    }

    /// `SOURCE:LINE:COLUMN`, without the parts that are nil.
    package var description: String {
        ([source] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}
