/// The search for an attribute in the line of a tag, without creating an attribute list.
enum AttributeSearch {
    /// The location of an attribute in the line, as byte offsets, or where it could be appended.
    enum Location {
        /// The attribute is present: its ranges, the end of the attribute before it and the start of the one
        /// after it.
        case present(AttributeList.Attribute, previousEnd: Int?, nextStart: Int?)
        /// The attribute is absent: the end of the last attribute, and the separator to write before a new
        /// one.
        case absent(end: Int, separator: UInt8?)
    }

    /// Finds an attribute.
    ///
    /// - Parameters:
    ///   - name: the attribute name.
    ///   - content: the line without its ending.
    ///   - line: the line number, for errors.
    /// - Returns: the location of the attribute, or where it could be appended.
    /// - Throws: `PlaylistError` if the line is not a tag, the list is malformed, or the attribute occurs
    ///   twice.
    static func find(
        _ name: Span<UInt8>,
        in content: Span<UInt8>,
        line: Int
    ) throws(PlaylistError) -> Location {
        guard LineClassifier.isTag(content) else { throw PlaylistError(line: line, .edit(.notATag)) }
        guard let colon = content.firstIndex(of: ASCII.colon, in: content.indices) else {
            return .absent(end: lengthWithoutBlanks(content), separator: ASCII.colon)
        }
        var scanner = AttributeScanner(from: colon + 1, line: line, column: 1)
        var found: (attribute: AttributeList.Attribute, previousEnd: Int?)?
        var nextStart: Int?
        var end: Int?
        while let attribute = try scanner.next(in: content) {
            if matches(content, attribute.nameRange, name) {
                guard found == nil else { throw duplicate(name, attribute, line: line) }
                found = (attribute, end)
            } else if found != nil, nextStart == nil {
                nextStart = attribute.nameRange.lowerBound
            }
            end = attribute.valueRange.upperBound
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
        return PlaylistError(
            line: line,
            column: attribute.nameRange.lowerBound + 1,
            .attribute(.duplicate(text))
        )
    }
}
