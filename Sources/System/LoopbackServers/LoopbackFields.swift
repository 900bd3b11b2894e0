/// The header fields of a request or a response (RFC 9110 section 5), in order.
///
/// Values are never shown, because they may be tokens.
package struct LoopbackFields: Hashable, Sendable {
    /// A header field.
    package struct Field: Hashable, Sendable {
        /// The name of the field, as written.
        package let name: String
        /// The value of the field, without leading and trailing blanks.
        package let value: String
    }

    /// All fields; several may have the same name.
    package private(set) var all: [Field] = []

    /// The values of all fields with this name, joined with commas (RFC 9110 section 5.2), or nil if there
    /// are none.
    ///
    /// The comparison ignores the case of ASCII letters.
    package subscript(name: String) -> String? {
        let values = all.filter { Self.isSame($0.name, name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Appends a field.
    package mutating func append(_ name: String, _ value: String) {
        all.append(Field(name: name, value: value))
    }

    /// Compares bytes, because full case mapping would equate the kelvin sign with k.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return first.utf8.elementsEqual(second.utf8) { lower($0) == lower($1) }
    }
}

extension LoopbackFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension LoopbackFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names alone.
    package var description: String { all.map(\.name).joined(separator: ", ") }

    package var debugDescription: String { description }

    /// A mirror without children, so that the values cannot be reflected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
