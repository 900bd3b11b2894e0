/// Finds the attributes of an attribute list (RFC 8216bis 4.2).
struct AttributeListParser {
    private let bytes: ArraySlice<UInt8>
    private let line: Int
    private let column: Int
    private var position: Int

    init(bytes: ArraySlice<UInt8>, line: Int, column: Int) {
        self.bytes = bytes
        self.line = line
        self.column = column
        self.position = bytes.startIndex
    }

    mutating func parse() throws(PlaylistError) -> [AttributeList.Attribute] {
        var attributes: [AttributeList.Attribute] = []
        skipBlanks()
        guard position < bytes.endIndex else { return attributes }
        while true {
            attributes.append(try parseAttribute())
            guard position < bytes.endIndex else { return attributes }
            position += 1
            skipBlanks()
        }
    }

    /// One attribute; `position` then is at the comma behind it or at the end.
    private mutating func parseAttribute() throws(PlaylistError) -> AttributeList.Attribute {
        let name = bytes[position...].prefix(while: ASCII.isNameCharacter)
        guard !name.isEmpty else { throw error(.attribute(.missingName)) }
        position = name.endIndex
        guard bytes[position...].first == ASCII.equals else {
            throw error(.attribute(.missingEqualsSign(text(name))))
        }
        position += 1
        let value =
            bytes[position...].first == ASCII.quote
            ? try quotedString(of: name) : try unquotedValue(of: name)
        return AttributeList.Attribute(name: name.indices, value: value)
    }

    private mutating func quotedString(of name: ArraySlice<UInt8>) throws(PlaylistError) -> Range<Int> {
        guard let end = bytes[(position + 1)...].firstIndex(of: ASCII.quote) else {
            throw error(.attribute(.unclosedQuotedString(text(name))))
        }
        let value = position..<(end + 1)
        position = end + 1
        skipBlanks()
        guard position == bytes.endIndex || bytes[position] == ASCII.comma else {
            throw error(.attribute(.malformedValue(text(name))))
        }
        return value
    }

    private mutating func unquotedValue(of name: ArraySlice<UInt8>) throws(PlaylistError) -> Range<Int> {
        let written = bytes[position...].prefix { $0 != ASCII.comma }
        let value = written.trimmingBlanks()
        guard !value.isEmpty, value.startIndex == position,
            !value.contains(where: { ASCII.isBlank($0) || $0 == ASCII.quote })
        else { throw error(.attribute(.malformedValue(text(name)))) }
        position = written.endIndex
        return value.indices
    }

    private mutating func skipBlanks() {
        position = bytes[position...].drop(while: ASCII.isBlank).startIndex
    }

    private func text(_ name: ArraySlice<UInt8>) -> String { String(decoding: name, as: UTF8.self) }

    private func error(_ problem: PlaylistError.Problem) -> PlaylistError {
        PlaylistError(line: line, column: column + position - bytes.startIndex, problem)
    }
}
