/// Header fields of a request or of a response (RFC 9110 section 5), in their order; values may be tokens and are never shown.
package struct LoopbackFields: Hashable, Sendable {
    /// One field.
    package struct Field: Hashable, Sendable {
        /// The field's name as it was written.
        package let name: String
        /// The field's value, without blanks around it.
        package let value: String
    }

    /// All fields, of which several may have one name.
    package private(set) var all: [Field] = []

    /// The values of the fields with a name, joined with commas (RFC 9110 section 5.2), or nil where there is none; the
    /// case of ASCII letters in the name does not matter.
    package subscript(name: String) -> String? {
        let values = all.filter { Self.isSame($0.name, name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Adds a field behind the others.
    package mutating func append(_ name: String, _ value: String) {
        all.append(Field(name: name, value: value))
    }

    /// Compares bytes: full case mapping would make a k of the sign of the kelvin.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return first.utf8.elementsEqual(second.utf8) { lower($0) == lower($1) }
    }
}

extension LoopbackFields: ExpressibleByDictionaryLiteral {
    /// Fields in the order of a literal.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension LoopbackFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names alone.
    package var description: String { all.map(\.name).joined(separator: ", ") }

    /// The names alone.
    package var debugDescription: String { description }

    /// Nothing to see.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
