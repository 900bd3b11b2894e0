/// Modified copies of a list; everything else stays as written.
extension AttributeList {
    /// Returns the list with a new value for an attribute, which is appended if it is absent.
    ///
    /// - Throws: `PlaylistError` for a value that cannot be written.
    package func replacing(_ name: String, with value: AttributeValue) throws(PlaylistError) -> AttributeList
    {
        guard let range = attribute(name)?.valueRange else { return try appending(name, value) }
        return try rewritten(range, as: value.written(as: name, line: line))
    }

    /// Returns the list with one more attribute at its end.
    ///
    /// - Throws: `PlaylistError` for a name or value that cannot be written, and for a name that is taken.
    package func appending(_ name: String, _ value: AttributeValue) throws(PlaylistError) -> AttributeList {
        guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isNameCharacter) else {
            throw PlaylistError(line: line, .edit(.unwritableValue(name: name, reason: "a malformed name")))
        }
        let end = attributes.last.map { $0.valueRange.upperBound } ?? bytes.endIndex
        let separator = attributes.isEmpty ? "" : ","
        return try rewritten(end..<end, as: separator + name + "=" + value.written(as: name, line: line))
    }

    /// Returns the list without an attribute and one comma next to it.
    package func removing(_ name: String) throws(PlaylistError) -> AttributeList {
        guard let index = attributes.firstIndex(where: { bytes[$0.nameRange].elementsEqual(name.utf8) })
        else {
            return self
        }
        let attribute = attributes[index]
        if index + 1 < attributes.count {
            return try rewritten(
                attribute.nameRange.lowerBound..<attributes[index + 1].nameRange.lowerBound,
                as: ""
            )
        }
        let start = index > 0 ? attributes[index - 1].valueRange.upperBound : attribute.nameRange.lowerBound
        return try rewritten(start..<attribute.valueRange.upperBound, as: "")
    }

    /// Returns the text of a tag line with this list.
    package func tagLine(_ tag: TagName) -> String { "#\(tag.name):\(text)" }

    private func rewritten(_ range: Range<Int>, as text: String) throws(PlaylistError) -> AttributeList {
        let editedBytes = bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
        return try AttributeList(parsing: editedBytes, line: line, column: column)
    }
}
