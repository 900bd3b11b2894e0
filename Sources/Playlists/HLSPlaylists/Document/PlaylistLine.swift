/// One line of a document, as parsed (RFC 8216bis 4.1).
///
/// It shares the bytes of the document.
package struct PlaylistLine: Sendable {
    /// The line number, from 1.
    package let number: Int
    /// The bytes without byte order mark and line ending.
    package let content: ArraySlice<UInt8>

    /// The kinds of lines.
    package enum Kind: Hashable, Sendable {
        /// A tag of RFC 8216bis.
        case tag(TagName)
        /// Another line that starts with `#EXT`.
        case unknownTag
        /// A line that is neither blank nor starts with `#`.
        case uri
        /// Another line that starts with `#`.
        case comment
        /// An empty line, or one of spaces, tabs and carriage returns only.
        case blank
    }

    /// The kind of the line.
    package var kind: Kind { LineClassifier.kind(content.span) }

    /// The line as text, without its ending.
    package var text: String { String(decoding: content, as: UTF8.self) }

    /// The bytes after the first colon of a tag, as written; empty if there is no colon.
    package var value: ArraySlice<UInt8> {
        let length = content.count
        let colon = content.span.firstIndex(of: ASCII.colon, in: 0..<length) ?? length
        return content[(content.startIndex + min(colon + 1, length))...]
    }

    /// The URI of a URI line, as written.
    ///
    /// It excludes blanks around the URI, which the RFC forbids and players ignore.
    package var uri: ArraySlice<UInt8> { content.trimmingBlanks() }

    /// Parses the value as an attribute list.
    ///
    /// - Throws: `PlaylistError` with the column in this line.
    package func attributes() throws(PlaylistError) -> AttributeList {
        try AttributeList(parsing: value, line: number, column: column(of: value))
    }

    /// Parses the value as an attribute list and logs a comma at its end.
    ///
    /// - Throws: `PlaylistError` with the column in this line.
    func attributes(_ log: inout ProblemLog) throws(PlaylistError) -> AttributeList {
        let list = try attributes()
        guard let comma = list.trailingComma else { return list }
        try log.logUnlessStrict(PlaylistError(line: number, column: comma, .attribute(.trailingComma)))
        return list
    }

    /// Returns the column of a part of this line, in bytes from 1.
    func column(of part: ArraySlice<UInt8>) -> Int { part.startIndex - content.startIndex + 1 }
}
