/// Edits of one attribute of a line: blanks, order and all other attributes stay byte for byte.
extension PlaylistDocument {
    /// Sets an attribute of a tag, or appends it if it is absent.
    ///
    /// - Parameters:
    ///   - name: the attribute name.
    ///   - value: the new value.
    ///   - line: the number of the tag's line.
    /// - Throws: `PlaylistError` for a name or value that cannot be written, a line number out of range, the
    ///   header, a line that is not a tag or was removed, and a malformed attribute list.
    package mutating func setAttribute(
        _ name: String,
        to value: AttributeValue,
        line: Int
    ) throws(PlaylistError) {
        try set(WrittenAttribute(name, value, line: line), line: line)
    }

    /// Sets an attribute of a tag, or appends it if it is absent.
    ///
    /// - Throws: `PlaylistError` for a line number out of range, the header, a line that is not a tag or was
    ///   removed, and a malformed attribute list.
    package mutating func set(_ attribute: WrittenAttribute, line: Int) throws(PlaylistError) {
        try checkChange(of: line)
        guard edits.isAfterChanges(line) else { return try setByParsing(attribute, line: line) }
        let content = contentRange(line)
        let valueRange = attributeShapes.value(of: attribute.name, in: bytes.span.extracting(content))
        guard let valueRange else { return try setByParsing(attribute, line: line) }
        let text = try edits.texts.add(attribute.text, line: line).dropFirst(attribute.valueOffset)
        let lower = UInt32(content.lowerBound + valueRange.lowerBound)
        let upper = UInt32(content.lowerBound + valueRange.upperBound)
        edits.append(.init(line: UInt32(line), lower: lower, upper: upper, text: text))
    }

    /// Sets an attribute of several tags, each as `set(_:line:)` does; faster if the lines are alike.
    ///
    /// - Parameters:
    ///   - attribute: the attribute with its value.
    ///   - lines: the line numbers of the tags, preferably ascending.
    /// - Throws: `PlaylistError` for the first line that cannot be changed, as for one line; those before it
    ///   are changed.
    package mutating func set(_ attribute: WrittenAttribute, lines: [Int]) throws(PlaylistError) {
        reserveChanges(lines.count)
        var nextIndex = 0
        while true {
            nextIndex = try setInMatchingLines(attribute, lines, from: nextIndex)
            guard nextIndex < lines.count else { return }
            // This line matches no known shape, but the next ones may match this line.
            try set(attribute, line: lines[nextIndex])
            nextIndex += 1
        }
    }

    /// Sets an attribute in lines that match a shape in `attributeShapes`, up to the first line that does
    /// not.
    ///
    /// - Returns: the index in `lines` of the first line that was not changed.
    private mutating func setInMatchingLines(
        _ attribute: WrittenAttribute,
        _ lines: [Int],
        from firstIndex: Int
    ) throws(PlaylistError) -> Int {
        var nextIndex = firstIndex
        for shape in attributeShapes.shapes where shape.name == attribute.name && nextIndex < lines.count {
            let text = try edits.texts.add(attribute.text, line: lines[nextIndex]).dropFirst(
                attribute.valueOffset
            )
            while nextIndex < lines.count {
                let line = lines[nextIndex]
                guard line > headerLine, line < lineStarts.count, edits.isAfterChanges(line) else { break }
                let content = contentRange(line)
                guard let value = shape.value(in: bytes.span.extracting(content)) else { break }
                let lower = UInt32(content.lowerBound &+ value.lowerBound)
                let upper = UInt32(content.lowerBound &+ value.upperBound)
                edits.append(.init(line: UInt32(line), lower: lower, upper: upper, text: text))
                nextIndex &+= 1
            }
        }
        return nextIndex
    }

    /// Sets an attribute of a line that matches no known shape, by parsing its attribute list.
    @inline(never)
    private mutating func setByParsing(_ attribute: WrittenAttribute, line: Int) throws(PlaylistError) {
        switch try location(of: attribute.name, line: line) {
        case .present(let existing, _, _):
            let text = try edits.texts.add(attribute.text, line: line)
            try splice(line, existing.valueRange, text.dropFirst(attribute.valueOffset))
        case .absent(let end, ASCII.comma):
            try splice(line, end..<end, try edits.texts.add(attribute.text, line: line))
        case .absent(let end, let separator):
            let text = LineText(checked: (separator.map { [$0] } ?? []) + attribute.text.bytes.dropFirst())
            try splice(line, end..<end, try edits.texts.add(text, line: line))
        }
    }

    /// Removes an attribute of a tag and one comma next to it; does nothing if the attribute is absent.
    ///
    /// - Throws: `PlaylistError` for a line number out of range, the header, a line that is not a tag or was
    ///   removed, and a malformed attribute list.
    package mutating func removeAttribute(_ name: String, line: Int) throws(PlaylistError) {
        let location = try location(of: Array(name.utf8), line: line)
        guard case .present(let attribute, let previousEnd, let nextStart) = location else { return }
        let removedRange: Range<Int> =
            if let nextStart {
                attribute.nameRange.lowerBound..<nextStart
            } else {
                (previousEnd ?? attribute.nameRange.lowerBound)..<attribute.valueRange.upperBound
            }
        try splice(line, removedRange, TextStore.Part(start: 0, count: 0))
    }

    /// Returns the location of an attribute in a line with its edits applied, or where it could be appended.
    private mutating func location(of name: [UInt8], line: Int) throws(PlaylistError)
        -> AttributeSearch.Location
    {
        try checkChange(of: line)
        guard edits.change(of: line) != nil else {
            let range = contentRange(line)
            let location = try AttributeSearch.find(name.span, in: bytes.span.extracting(range), line: line)
            if case .present(let attribute, _, _) = location {
                attributeShapes.record(name, at: attribute.valueRange, in: bytes[range])
            }
            return location
        }
        let content = try changeableContent(line)
        return try AttributeSearch.find(name.span, in: content.span, line: line)
    }
}
