/// The name of a tag as four 64-bit words, padded with zeros; no tag of the RFC has a longer name.
struct PackedTagName: Equatable {
    /// The greatest length of a name, in bytes.
    static let maximumLength = 4 * ByteWord.size

    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init(_ name: ArraySlice<UInt8>) {
        let bytes = name.span
        words = (
            bytes.partialWord(at: 0).bits, bytes.partialWord(at: 8).bits,
            bytes.partialWord(at: 16).bits, bytes.partialWord(at: 24).bits
        )
    }

    /// Reads the name in a line that starts with the number sign: the bytes before the first colon.
    ///
    /// Nil if the four words contain neither a colon nor the end of the line.
    init?(line: Span<UInt8>) {
        if Self.readWord(&words.0, line, 0) { return }
        if Self.readWord(&words.1, line, 1) { return }
        if Self.readWord(&words.2, line, 2) { return }
        if Self.readWord(&words.3, line, 3) { return }
        return nil
    }

    /// Reads the word at an index from a line.
    ///
    /// - Returns: true if the name ends in this word.
    @inline(__always)
    private static func readWord(_ bits: inout UInt64, _ line: Span<UInt8>, _ index: Int) -> Bool {
        let offset = 1 + index * ByteWord.size
        let word = line.partialWord(at: offset)
        let marks = word.marks(of: ASCII.colon)
        guard marks != 0 else {
            bits = word.bits
            return offset + ByteWord.size > line.count
        }
        // The bits below the lowest mark are the bytes before the colon and seven bits of the colon; the
        // shift drops those.
        bits = word.bits & (((marks & (0 &- marks)) >> 7) &- 1)
        return true
    }

    var hash: Int {
        let mixed =
            (words.0 &* 0x9E37_79B9_7F4A_7C15) ^ (words.1 &* 0xC2B2_AE3D_27D4_EB4F)
            ^ (words.2 &* 0x1656_67B1_9E37_79F9) ^ (words.3 &* 0xD6E8_FEB8_6659_FD93)
        return Int(truncatingIfNeeded: mixed >> 33)
    }

    static func == (left: PackedTagName, right: PackedTagName) -> Bool {
        ((left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1)
            | (left.words.2 ^ right.words.2) | (left.words.3 ^ right.words.3)) == 0
    }
}

extension Span<UInt8> {
    /// Returns the word at an offset, padded with zeros after the end.
    @inline(__always)
    func partialWord(at offset: Int) -> ByteWord {
        if offset + ByteWord.size <= count { return word(at: offset) }
        var bits: UInt64 = 0
        var index = count
        while index > offset {
            index -= 1
            bits = bits << 8 | UInt64(self[index])
        }
        return ByteWord(bits: bits)
    }
}
