/// One line of a document, as it was parsed (RFC 8216bis 4.1).
///
/// It shares the bytes of the document.
package struct PlaylistLine: Sendable {
    /// The number of the line, from 1.
    package let number: Int
    /// The bytes without byte order mark and line ending.
    package let content: ArraySlice<UInt8>

    /// What a line is.
    package enum Kind: Hashable, Sendable {
        /// A tag of RFC 8216bis.
        case tag(TagName)
        /// Another line that starts with `#EXT`.
        case unknownTag
        /// A line that is neither blank nor starts with `#`.
        case uri
        /// Another line that starts with `#`.
        case comment
        /// Nothing, or spaces and tabs.
        case blank
    }

    /// What the line is.
    package var kind: Kind { TagLine.kind(content.span) }

    /// The line as text, without its ending.
    package var text: String { String(decoding: content, as: UTF8.self) }

    /// What follows the first colon of a tag, as written; empty without a colon.
    package var value: ArraySlice<UInt8> {
        let length = content.count
        let colon = content.span.firstIndex(of: ASCII.colon, in: 0..<length) ?? length
        return content[(content.startIndex + min(colon + 1, length))...]
    }

    /// The URI of a URI line, as written.
    ///
    /// Blanks around it, which the RFC forbids and players pass over, are none of it.
    package var uri: ArraySlice<UInt8> { content.trimmingBlanks() }

    /// The value as an attribute list.
    ///
    /// - Throws: `PlaylistError` with the column in this line.
    package func attributes() throws(PlaylistError) -> AttributeList {
        try AttributeList(parsing: value, line: number, column: column(of: value))
    }

    /// The value as an attribute list whose reader notes a comma at its end.
    ///
    /// - Throws: `PlaylistError` with the column in this line.
    func attributes(_ log: inout ProblemLog) throws(PlaylistError) -> AttributeList {
        let list = try attributes()
        guard let comma = list.trailingComma else { return list }
        try log.tolerate(PlaylistError(line: number, column: comma, .attribute(.trailingComma)))
        return list
    }

    /// The column of a part of this line, from 1, in bytes.
    func column(of part: ArraySlice<UInt8>) -> Int { part.startIndex - content.startIndex + 1 }
}
