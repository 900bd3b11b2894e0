import Bitstreams

/// The first thing that is wrong in a clear stream.
package struct StreamShapeFault: Error, Hashable, Sendable {
    /// Byte offset in the clear stream (segment or range), from 0.
    package let offset: UInt64
    /// What the bytes were to be, such as "TS packet 12", "box 'moof'" or "AAC frame 3".
    ///
    /// Counts start at 0.
    package let place: String
    /// What was found: "byte 0x3A".
    package let found: String
    /// What was expected: "sync byte 0x47".
    package let expected: String

    /// A fault in words.
    package init(offset: UInt64, place: String, found: String, expected: String) {
        self.offset = offset
        self.place = place
        self.found = found
        self.expected = expected
    }

    /// The fault that an unreadable structure is.
    init(_ error: ParseError, in place: String) {
        self.init(offset: error.offset, place: place, found: error.found, expected: error.expected)
    }
}

extension StreamShapeFault: CustomStringConvertible {
    /// "TS packet 12 at byte 2256: byte 0x3A, expected sync byte 0x47".
    package var description: String { "\(place) at byte \(offset): \(found), expected \(expected)" }
}
