/// The attributes of a tag's line, looked for without making a list of them.
enum TagAttributes {
    /// Where an attribute stands in the line, as offsets in bytes, or where it could be appended.
    enum Place {
        /// It is there; with the end of the attribute before it, and the start of the one behind it.
        case present(AttributeList.Attribute, previousEnd: Int?, nextStart: Int?)
        /// It is not there; with the end of the last attribute and what must stand between.
        case absent(end: Int, separator: UInt8?)
    }

    /// Looks for an attribute.
    ///
    /// - Parameters:
    ///   - name: the attribute.
    ///   - content: the line without its ending.
    ///   - line: the number of the line, for errors.
    /// - Returns: where it is or could be.
    /// - Throws: `PlaylistError` when the line is no tag, for a malformed list, and when the attribute is there twice.
    static func find(
        _ name: Span<UInt8>,
        in content: Span<UInt8>,
        line: Int
    ) throws(PlaylistError) -> Place {
        guard TagLine.isTag(content) else { throw PlaylistError(line: line, .edit(.notATag)) }
        guard let colon = content.firstIndex(of: ASCII.colon, in: content.indices) else {
            return .absent(end: lengthWithoutBlanks(content), separator: ASCII.colon)
        }
        var scanner = AttributeScanner(from: colon + 1, line: line, column: 1)
        var found: (attribute: AttributeList.Attribute, previousEnd: Int?)?
        var nextStart: Int?
        var end: Int?
        while let attribute = try scanner.next(in: content) {
            if matches(content, attribute.name, name) {
                guard found == nil else { throw duplicate(name, attribute, line: line) }
                found = (attribute, end)
            } else if found != nil, nextStart == nil {
                nextStart = attribute.name.lowerBound
            }
            end = attribute.value.upperBound
        }
        if let found {
            return .present(found.attribute, previousEnd: found.previousEnd, nextStart: nextStart)
        }
        return .absent(end: end ?? content.count, separator: end == nil ? nil : ASCII.comma)
    }

    @inline(__always)
    private static func matches(_ content: Span<UInt8>, _ range: Range<Int>, _ name: Span<UInt8>) -> Bool {
        guard range.count == name.count else { return false }
        for index in name.indices where content[range.lowerBound &+ index] != name[index] { return false }
        return true
    }

    private static func lengthWithoutBlanks(_ content: Span<UInt8>) -> Int {
        var length = content.count
        while length > 0, ASCII.isBlank(content[length - 1]) { length -= 1 }
        return length
    }

    private static func duplicate(
        _ name: Span<UInt8>,
        _ attribute: AttributeList.Attribute,
        line: Int
    ) -> PlaylistError {
        let text = String(decoding: name.indices.map { name[$0] }, as: UTF8.self)
        return PlaylistError(line: line, column: attribute.name.lowerBound + 1, .attribute(.duplicate(text)))
    }
}
