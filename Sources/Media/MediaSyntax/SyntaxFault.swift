import Bitstreams

/// The first fault in a clear stream.
package struct SyntaxFault: Error, Hashable, Sendable {
    /// The offset of the fault in the clear stream (segment or range), in bytes.
    package let offset: UInt64
    /// The structure at the offset, such as "TS packet 12", "box 'moof'" or "AAC frame 3".
    ///
    /// Counts start at 0.
    package let structure: String
    /// The bytes or value at the offset, such as "byte 0x3A".
    package let found: String
    /// The bytes or value that the format requires, such as "sync byte 0x47".
    package let expected: String

    /// Creates a fault from its offset and texts.
    package init(offset: UInt64, structure: String, found: String, expected: String) {
        self.offset = offset
        self.structure = structure
        self.found = found
        self.expected = expected
    }

    /// Creates a fault for a structure that cannot be parsed.
    init(_ error: ParseError, in structure: String) {
        self.init(offset: error.offset, structure: structure, found: error.found, expected: error.expected)
    }
}

extension SyntaxFault: CustomStringConvertible {
    /// The fault in words: "TS packet 12 at byte 2256: byte 0x3A, expected sync byte 0x47".
    package var description: String { "\(structure) at byte \(offset): \(found), expected \(expected)" }
}
