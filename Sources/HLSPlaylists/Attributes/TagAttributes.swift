/// The attributes of a tag's line, looked for without making a list of them.
struct TagAttributes {
    /// Where an attribute stands in the line, as offsets in bytes, or where it could be appended.
    enum Place {
        /// It is there; with the end of the attribute before it, and the start of the one behind it.
        case present(AttributeList.Attribute, previousEnd: Int?, nextStart: Int?)
        /// It is not there; with the end of the last attribute and what must stand between.
        case absent(end: Int, separator: UInt8?)
    }

    private let content: ArraySlice<UInt8>
    private let line: Int

    /// The attributes of a line.
    ///
    /// - Throws: `PlaylistError` when the line is no tag.
    init(_ content: ArraySlice<UInt8>, line: Int) throws(PlaylistError) {
        guard TagLine.isTag(content.span) else { throw PlaylistError(line: line, .edit(.notATag)) }
        self.content = content
        self.line = line
    }

    /// Looks for an attribute.
    ///
    /// - Throws: `PlaylistError` for a malformed list, and when the attribute is there twice.
    func find(_ name: ArraySlice<UInt8>) throws(PlaylistError) -> Place {
        let bytes = content.span
        guard let colon = bytes.firstIndex(of: ASCII.colon, in: bytes.indices) else {
            return .absent(end: content.trimmingBlanks().count, separator: ASCII.colon)
        }
        var scanner = AttributeScanner(from: colon + 1, line: line, column: 1)
        var found: (attribute: AttributeList.Attribute, previousEnd: Int?)?
        var nextStart: Int?
        var end: Int?
        while let attribute = try scanner.next(in: bytes) {
            if Self.matches(bytes, attribute.name, name) {
                guard found == nil else {
                    let text = String(decoding: name, as: UTF8.self)
                    let column = attribute.name.lowerBound + 1
                    throw PlaylistError(line: line, column: column, .attribute(.duplicate(text)))
                }
                found = (attribute, end)
            } else if found != nil, nextStart == nil {
                nextStart = attribute.name.lowerBound
            }
            end = attribute.value.upperBound
        }
        if let found {
            return .present(found.attribute, previousEnd: found.previousEnd, nextStart: nextStart)
        }
        return .absent(end: end ?? bytes.count, separator: end == nil ? nil : ASCII.comma)
    }

    private static func matches(_ bytes: Span<UInt8>, _ range: Range<Int>, _ name: ArraySlice<UInt8>) -> Bool
    {
        guard range.count == name.count else { return false }
        let shift = range.lowerBound - name.startIndex
        for index in name.indices where bytes[index + shift] != name[index] { return false }
        return true
    }
}
