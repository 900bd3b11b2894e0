import TextFormats

/// An error in the syntax of media bytes, with its offset.
///
/// Offsets count from the start of the stream or file, as long as the caller told the parser where its bytes
/// start. Messages quote media bytes at most, never key material: no parser is given any.
package enum ParseError: Error, Hashable, Sendable {
    /// A structure needs more bytes than are available.
    case truncated(offset: UInt64, needed: UInt64, available: UInt64)
    /// A field has a value that its specification forbids.
    case invalid(offset: UInt64, field: String, found: String, expected: String)
    /// A mandatory part, named by the string, is missing from the structure at this offset.
    case missing(offset: UInt64, String)

    /// The offset of the wrong byte, or of the first byte of the structure that does not fit.
    package var offset: UInt64 {
        switch self {
        case .truncated(let offset, _, _), .invalid(let offset, _, _, _), .missing(let offset, _): offset
        }
    }

    /// The actual content, as a phrase: "section_length 4094".
    package var found: String {
        switch self {
        case .truncated(_, _, let available): CountText.text(available, "byte")
        case .invalid(_, let field, let found, _): "\(field) \(found)"
        case .missing(_, let what): "no \(what)"
        }
    }

    /// The content that the specification requires, as a phrase: "at most 4093".
    package var expected: String {
        switch self {
        case .truncated(_, let needed, _): CountText.text(needed, "byte")
        case .invalid(_, _, _, let expected): expected
        case .missing: "one"
        }
    }
}

extension ParseError: CustomStringConvertible {
    /// The message in one line: "byte 12: section_length 4094, expected at most 4093".
    package var description: String { "byte \(offset): \(found), expected \(expected)" }
}
