/// Why bytes could not be read as what they were to be, and where.
///
/// Offsets count from the start of the stream or file that the reader was told about, so that a message can point at
/// the byte. Messages quote media bytes at most, never key material: no parser is handed any.
package enum ParseError: Error, Hashable, Sendable {
    /// A structure needs more bytes than there are.
    case truncated(offset: UInt64, needed: UInt64, available: UInt64)
    /// A field has a value that its specification excludes.
    case invalid(offset: UInt64, field: String, found: String, expected: String)
    /// Something that has to be in the structure at this offset is not there.
    case missing(offset: UInt64, String)

    /// The byte that is wrong, or the first byte of the structure that does not fit.
    package var offset: UInt64 {
        switch self {
        case .truncated(let offset, _, _), .invalid(let offset, _, _, _), .missing(let offset, _): offset
        }
    }

    /// What was there, as half a sentence.
    package var found: String {
        switch self {
        case .truncated(_, _, let available): "\(available) bytes"
        case .invalid(_, let field, let found, _): "\(field) \(found)"
        case .missing(_, let what): "no \(what)"
        }
    }

    /// What the specification asks for, as half a sentence.
    package var expected: String {
        switch self {
        case .truncated(_, let needed, _): "\(needed) bytes"
        case .invalid(_, _, _, let expected): expected
        case .missing: "one"
        }
    }
}

extension ParseError: CustomStringConvertible {
    /// One line: "byte 12: section_length 4094, expected at most 4093".
    package var description: String { "byte \(offset): \(found), expected \(expected)" }
}
