/// The attribute list of a tag, `NAME=value,...` (RFC 8216bis 4.2).
///
/// Order, unknown attributes and the values as written are kept. Blanks around an attribute, which the RFC forbids and
/// old playlists have, are tolerated.
package struct AttributeList: Sendable {
    /// The line the list was read from.
    package let line: Int
    /// The column of its first byte.
    let column: Int
    package let bytes: ArraySlice<UInt8>
    package let attributes: [Attribute]
    /// The column of a comma at the end of the list, which readers note.
    let trailingComma: Int?

    /// The most attributes of a list: the RFC has some twenty for a tag, and players' own come on top.
    package static let maximumCount = 1000

    /// Where one attribute stands in the bytes, in 32 bits each, which `PlaylistDocument.maximumSize` makes enough.
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

        package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        /// With the quotes.
        package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    /// Reads a list; a comma at its end is tolerated.
    ///
    /// - Parameters:
    ///   - text: what follows the colon of a tag; empty for no attribute.
    ///   - line: the line for errors.
    ///   - column: the column of the first byte, for errors.
    /// - Throws: `PlaylistError` for malformed lists and duplicate names.
    package init(parsing text: ArraySlice<UInt8>, line: Int, column: Int) throws(PlaylistError) {
        self.bytes = text
        self.line = line
        self.column = column
        (self.attributes, self.trailingComma) = try Self.attributes(of: text, line: line, column: column)
        if let duplicate = firstDuplicate() {
            throw error(.attribute(.duplicate(string(duplicate.name))), at: duplicate.name)
        }
    }

    /// The attribute names in order.
    package var names: [String] { attributes.map { string($0.name) } }

    /// The names with their values as written, in order; for all of a list, since to look up each is quadratic.
    package var written: [(name: String, value: String)] {
        attributes.map { (string($0.name), string($0.value)) }
    }

    /// The list as written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether there is an attribute with a name.
    package func contains(_ name: String) -> Bool { attribute(name) != nil }

    /// A value as written, with its quotes.
    package func writtenValue(_ name: String) -> String? {
        attribute(name).map { string($0.value) }
    }

    func attribute(_ name: String) -> Attribute? {
        let wanted = name.utf8.span
        return attributes.first { hasName($0, wanted) }
    }

    @inline(__always)
    private func hasName(_ attribute: Attribute, _ name: Span<UInt8>) -> Bool {
        let range = attribute.name
        return range.count == name.count && bytes.span.hasPart(name, at: range.lowerBound - bytes.startIndex)
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
        attributes.reserveCapacity(likelyCount(text.span))
        while let attribute = try scanner.next(in: text.span) {
            guard attributes.count < maximumCount else {
                let start = column + attribute.name.lowerBound
                throw PlaylistError(line: line, column: start, .attribute(.tooMany(limit: maximumCount)))
            }
            attributes.append(attribute.shifted(by: text.startIndex))
        }
        return (attributes, scanner.trailingComma.map { column + $0 })
    }

    /// One more than there are commas, which quoted strings may have too; at most four, as nearly all lists have.
    ///
    /// Lists are kept, and a million of them would keep their free room.
    private static func likelyCount(_ text: Span<UInt8>) -> Int {
        var count = 1
        var position = 0
        while count < 4, let comma = text.firstIndex(of: ASCII.comma, in: position..<text.count) {
            count += 1
            position = comma + 1
        }
        return count
    }

    /// The first attribute whose name occurred before.
    ///
    /// A set costs more than it saves for the usual few.
    private func firstDuplicate() -> Attribute? {
        guard attributes.count > Self.fewAttributes else {
            for index in attributes.indices.dropFirst() {
                let range = attributes[index].name
                let name = bytes.span.extracting(
                    (range.lowerBound - bytes.startIndex)..<(range.upperBound - bytes.startIndex)
                )
                for before in 0..<index where hasName(attributes[before], name) { return attributes[index] }
            }
            return nil
        }
        var names: Set<ArraySlice<UInt8>> = []
        return attributes.first { !names.insert(bytes[$0.name]).inserted }
    }

    private static let fewAttributes = 16
}

extension AttributeList.Attribute {
    /// The attribute in bytes whose indices start at another one.
    func shifted(by offset: Int) -> AttributeList.Attribute {
        AttributeList.Attribute(
            name: (name.lowerBound + offset)..<(name.upperBound + offset),
            value: (value.lowerBound + offset)..<(value.upperBound + offset)
        )
    }
}
