/// An attribute with its value as it is written, checked once for use on many lines.
package struct WrittenAttribute: Hashable, Sendable {
    /// `,NAME=value`.
    let text: LineText
    let name: [UInt8]

    /// An attribute.
    ///
    /// - Throws: `PlaylistError` for a name or value that cannot be written.
    package init(_ name: String, _ value: AttributeValue) throws(PlaylistError) {
        try self.init(name, value, line: 0)
    }

    init(_ name: String, _ value: AttributeValue, line: Int) throws(PlaylistError) {
        guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isNameCharacter) else {
            throw PlaylistError(line: line, .edit(.unwritableValue(name: name, reason: "a malformed name")))
        }
        let written = try value.written(as: name, line: line)
        text = LineText(checked: Array(",\(name)=\(written)".utf8))
        self.name = Array(name.utf8)
    }

    /// Where the value starts in `text`.
    var valueOffset: Int { name.count + 2 }
}
