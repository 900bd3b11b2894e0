/// The attribute list of a tag, `NAME=value,...` (RFC 8216bis 4.2).
///
/// Order, unknown attributes and the values as written are kept. Blanks around an attribute, which the RFC forbids and old playlists have, are tolerated.
package struct AttributeList: Sendable {
    /// The line the list was read from.
    package let line: Int
    /// The column of its first byte.
    let column: Int
    let bytes: ArraySlice<UInt8>
    let attributes: [Attribute]

    /// Where one attribute stands in the bytes.
    struct Attribute: Sendable {
        let name: Range<Int>
        /// With the quotes.
        let value: Range<Int>
    }

    /// Reads a list.
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
        self.attributes = try Self.attributes(of: text, line: line, column: column)
        if let duplicate = firstDuplicate() {
            throw error(.attribute(.duplicate(string(duplicate.name))), at: duplicate.name)
        }
    }

    /// The attribute names in order.
    package var names: [String] { attributes.map { string($0.name) } }

    /// The names with their values as written, in order; for all of a list, since to look up each is quadratic.
    var written: [(name: String, value: String)] { attributes.map { (string($0.name), string($0.value)) } }

    /// The list as written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether there is an attribute with a name.
    package func contains(_ name: String) -> Bool { attribute(name) != nil }

    /// A value as written, with its quotes.
    package func writtenValue(_ name: String) -> String? {
        attribute(name).map { string($0.value) }
    }

    func attribute(_ name: String) -> Attribute? {
        attributes.first { bytes[$0.name].elementsEqual(name.utf8) }
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func column(of range: Range<Int>) -> Int { column + range.lowerBound - bytes.startIndex }

    func error(_ problem: PlaylistError.Problem, at range: Range<Int>) -> PlaylistError {
        PlaylistError(line: line, column: column(of: range), problem)
    }

    private static func attributes(
        of text: ArraySlice<UInt8>,
        line: Int,
        column: Int
    ) throws(PlaylistError) -> [Attribute] {
        var scanner = AttributeScanner(from: 0, line: line, column: column)
        var attributes: [Attribute] = []
        while let attribute = try scanner.next(in: text.span) {
            attributes.append(attribute.shifted(by: text.startIndex))
        }
        return attributes
    }

    /// The first attribute whose name occurred before.
    ///
    /// A set costs more than it saves for the usual few.
    private func firstDuplicate() -> Attribute? {
        guard attributes.count > Self.fewAttributes else {
            return attributes.indices.first { index in
                attributes[..<index].contains { bytes[$0.name] == bytes[attributes[index].name] }
            }
            .map { attributes[$0] }
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
