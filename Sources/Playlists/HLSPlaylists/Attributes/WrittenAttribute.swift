/// An attribute with its value in written form, checked once for use in many lines.
package struct WrittenAttribute: Hashable, Sendable {
    /// `,NAME=value`.
    let text: LineText
    let name: [UInt8]

    /// Creates an attribute.
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

    /// The offset of the value in `text`, in bytes.
    var valueOffset: Int { name.count + 2 }
}
