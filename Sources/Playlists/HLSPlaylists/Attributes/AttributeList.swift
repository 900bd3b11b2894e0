/// The attribute list of a tag, `NAME=value,...` (RFC 8216bis 4.2).
///
/// Order, unknown attributes and the values as written are kept. Blanks around an attribute, which the RFC
/// forbids and old playlists have, are tolerated.
package struct AttributeList: Sendable {
    /// The number of the line that the list was read from.
    package let line: Int
    /// The column of the first byte, from 1.
    let column: Int
    package let bytes: ArraySlice<UInt8>
    package let attributes: [Attribute]
    /// The column of a comma at the end of the list, which readers log as a problem, or nil if there is none.
    let trailingComma: Int?

    /// The most attributes that a list may have: the RFC has some twenty for a tag, and vendors add their
    /// own.
    package static let maximumCount = 1000

    /// The ranges of one attribute in the bytes; 32 bits suffice because of `PlaylistDocument.maximumSize`.
    package struct Attribute: Sendable {
        private let nameStart: UInt32
        private let nameEnd: UInt32
        private let valueStart: UInt32
        private let valueEnd: UInt32

        @inline(__always)
        init(name: Range<Int>, value: Range<Int>) {
            nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
            nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
            valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
            valueEnd = UInt32(truncatingIfNeeded: value.upperBound)
        }

        package var nameRange: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        /// The range of the value, with its quotes.
        package var valueRange: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// Parses a list; tolerates a comma at its end.
    ///
    /// - Parameters:
    ///   - text: the bytes after the colon of a tag; empty if there are no attributes.
    ///   - line: the line number, for errors.
    ///   - column: the column of the first byte, for errors.
    /// - Throws: `PlaylistError` for malformed lists and duplicate names.
    package init(parsing text: ArraySlice<UInt8>, line: Int, column: Int) throws(PlaylistError) {
        self.bytes = text
        self.line = line
        self.column = column
        (self.attributes, self.trailingComma) = try Self.attributes(of: text, line: line, column: column)
        if let duplicate = firstDuplicate() {
            throw error(.attribute(.duplicate(string(duplicate.nameRange))), at: duplicate.nameRange)
        }
    }

    /// The attribute names in order.
    package var names: [String] { attributes.map { string($0.nameRange) } }

    /// The names with their values as written, in order.
    ///
    /// To read all attributes, use this: looking up each one takes quadratic time.
    package var namesAndValues: [(name: String, value: String)] {
        attributes.map { (string($0.nameRange), string($0.valueRange)) }
    }

    /// The list as written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether there is an attribute with a name.
    package func contains(_ name: String) -> Bool { attribute(name) != nil }

    /// Returns a value as written, with its quotes, or nil if the attribute is absent.
    package func writtenValue(_ name: String) -> String? {
        attribute(name).map { string($0.valueRange) }
    }

    func attribute(_ name: String) -> Attribute? {
        let nameBytes = name.utf8.span
        return attributes.first { hasName($0, nameBytes) }
    }

    @inline(__always)
    private func hasName(_ attribute: Attribute, _ name: Span<UInt8>) -> Bool {
        let range = attribute.nameRange
        return range.count == name.count && bytes.span.hasBytes(name, at: range.lowerBound - bytes.startIndex)
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    package func column(of range: Range<Int>) -> Int { column + range.lowerBound - bytes.startIndex }

    func error(_ problem: PlaylistError.Problem, at range: Range<Int>) -> PlaylistError {
        PlaylistError(line: line, column: column(of: range), problem)
    }

    private static func attributes(
        of text: ArraySlice<UInt8>,
        line: Int,
        column: Int
    ) throws(PlaylistError) -> (attributes: [Attribute], trailingComma: Int?) {
        var scanner = AttributeScanner(from: 0, line: line, column: column)
        var attributes: [Attribute] = []
        attributes.reserveCapacity(initialCapacity(text.span))
        while let attribute = try scanner.next(in: text.span) {
            guard attributes.count < maximumCount else {
                let start = column + attribute.nameRange.lowerBound
                throw PlaylistError(line: line, column: start, .attribute(.tooMany(limit: maximumCount)))
            }
            attributes.append(attribute.shifted(by: text.startIndex))
        }
        return (attributes, scanner.trailingComma.map { column + $0 })
    }

    /// Returns the capacity to reserve: the number of commas (some may be in quoted strings) plus one, at
    /// most four.
    ///
    /// Nearly all lists have at most four attributes. Lists are kept, and a million of them would keep their
    /// unused capacity.
    private static func initialCapacity(_ text: Span<UInt8>) -> Int {
        var count = 1
        var position = 0
        while count < 4, let comma = text.firstIndex(of: ASCII.comma, in: position..<text.count) {
            count += 1
            position = comma + 1
        }
        return count
    }

    /// Returns the first attribute whose name occurred before, or nil if there is none.
    ///
    /// For the usual few attributes, a set costs more than it saves.
    private func firstDuplicate() -> Attribute? {
        guard attributes.count > Self.linearSearchLimit else {
            for index in attributes.indices.dropFirst() {
                let range = attributes[index].nameRange
                let name = bytes.span.extracting(
                    (range.lowerBound - bytes.startIndex)..<(range.upperBound - bytes.startIndex)
                )
                for earlierIndex in 0..<index where hasName(attributes[earlierIndex], name) {
                    return attributes[index]
                }
            }
            return nil
        }
        var names: Set<ArraySlice<UInt8>> = []
        return attributes.first { !names.insert(bytes[$0.nameRange]).inserted }
    }

    private static let linearSearchLimit = 16
}

extension AttributeList.Attribute {
    /// Returns the attribute with its ranges moved by an offset.
    func shifted(by offset: Int) -> AttributeList.Attribute {
        AttributeList.Attribute(
            name: (nameRange.lowerBound + offset)..<(nameRange.upperBound + offset),
            value: (valueRange.lowerBound + offset)..<(valueRange.upperBound + offset)
        )
    }
}

/// Access to attributes that a tag must have.
extension AttributeList {
    /// Unwraps a value that must be present.
    ///
    /// - Parameters:
    ///   - name: the attribute name.
    ///   - tag: the tag that requires it.
    ///   - value: the result of a getter.
    /// - Returns: the value.
    /// - Throws: `PlaylistError` if it is nil.
    func require<Value>(_ name: String, of tag: TagName, _ value: Value?) throws(PlaylistError) -> Value {
        guard let value else { throw PlaylistError(line: line, .attribute(.missing(name, tag: tag))) }
        return value
    }

    /// Returns a quoted string that must be present, with its variable references replaced.
    func requiredString(
        _ name: String,
        of tag: TagName,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> String {
        try require(name, of: tag, quotedString(name, substituting: variables))
    }
}
