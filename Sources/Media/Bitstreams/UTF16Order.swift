/// The order of bytes of a text in UTF-16, which a mark at its start tells (Unicode Standard, 23.8).
package enum UTF16Order: Sendable {
    case bigEndian, littleEndian

    /// The order that a mark tells; nil without one.
    ///
    /// - Parameter bytes: the start of a text.
    package init?(_ bytes: ArraySlice<UInt8>) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): self = .bigEndian
        case (0xFF, 0xFE): self = .littleEndian
        default: return nil
        }
    }

    /// Whether a text begins with another one behind the mark.
    ///
    /// - Parameters:
    ///   - bytes: the start of the text, mark included.
    ///   - text: ASCII.
    /// - Returns: whether all of it is there.
    package func starts(_ bytes: ArraySlice<UInt8>, with text: String) -> Bool {
        bytes.dropFirst(2).starts(with: text.utf8.flatMap { self == .bigEndian ? [0, $0] : [$0, 0] })
    }

    /// The text behind the mark.
    ///
    /// - Parameter bytes: the whole text, mark included.
    /// - Returns: it, in UTF-8.
    /// - Throws: `ParseError` where it ends in the middle of a unit, or a surrogate is without the other one.
    package func text(_ bytes: [UInt8]) throws(ParseError) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else {
            throw .invalid(
                offset: UInt64(bytes.count - 1),
                field: "end of a text in UTF-16",
                found: "one byte",
                expected: "two for each unit"
            )
        }
        let units = stride(from: 2, to: bytes.count, by: 2).lazy.map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return self == .bigEndian ? first << 8 | second : second << 8 | first
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 2)
        var offset: UInt64 = 2
        var decoder = UTF16()
        var iterator = units.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                offset += UInt64(UTF16.width(scalar)) * 2
            case .emptyInput: return text
            case .error:
                throw .invalid(
                    offset: offset,
                    field: "text in UTF-16",
                    found: "with half of a surrogate pair",
                    expected: "both halves"
                )
            }
        }
    }
}
