/// The byte order of a text in UTF-16, which a byte order mark at its start gives (Unicode Standard, 23.8).
package enum UTF16ByteOrder: Sendable {
    case bigEndian, littleEndian

    /// Reads the byte order mark, or returns nil if there is none.
    ///
    /// - Parameter bytes: the start of a text.
    package init?(_ bytes: ArraySlice<UInt8>) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): self = .bigEndian
        case (0xFF, 0xFE): self = .littleEndian
        default: return nil
        }
    }

    /// Indicates whether the text after the byte order mark begins with `text`.
    ///
    /// - Parameters:
    ///   - bytes: the start of the text, byte order mark included.
    ///   - text: ASCII characters.
    /// - Returns: true only if `bytes` contain all of `text`.
    package func starts(_ bytes: ArraySlice<UInt8>, with text: String) -> Bool {
        bytes.dropFirst(2).starts(with: text.utf8.flatMap { self == .bigEndian ? [0, $0] : [$0, 0] })
    }

    /// Converts the text after the byte order mark to UTF-8.
    ///
    /// - Parameter bytes: the whole text, byte order mark included.
    /// - Returns: the text in UTF-8.
    /// - Throws: `ParseError` if the text ends within a code unit or contains an unpaired surrogate.
    package func utf8(_ bytes: [UInt8]) throws(ParseError) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else {
            throw .invalid(
                offset: UInt64(bytes.count - 1),
                field: "text in UTF-16",
                found: "that ends with half of a code unit",
                expected: "two bytes for each code unit"
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
