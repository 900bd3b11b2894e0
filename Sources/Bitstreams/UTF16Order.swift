/// The order of bytes of a text in UTF-16, which a mark at its start tells (Unicode Standard, 23.8).
enum UTF16Order {
    case bigEndian, littleEndian

    /// The order that a mark tells; nil without one.
    ///
    /// - Parameter bytes: the start of a text.
    init?(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): self = .bigEndian
        case (0xFF, 0xFE): self = .littleEndian
        default: return nil
        }
    }

    /// The text behind the mark; nil where it ends in the middle of a unit.
    func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return self == .bigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }
}
