/// Eight bytes that are tested together, as a number whose lowest byte is the first.
///
/// A test of all eight costs about as much as one of a single byte. Its result is their *marks*: a number in
/// which the highest bit is set in each byte that passes the test, and no other bit.
struct ByteWord {
    /// The size of a word, in bytes.
    static let size = 8

    let bits: UInt64

    /// The highest bit of each byte.
    static let marks: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Returns the marks of the bytes that equal `byte`.
    @inline(__always)
    func marks(of byte: UInt8) -> UInt64 {
        // Equal bytes become 0. Adding 0x7F to the lower seven bits of a byte sets its highest bit unless
        // they are 0, and carries nothing into the next byte.
        let difference = bits ^ (Self.ones &* UInt64(byte))
        return ~(((difference & ~Self.marks) &+ ~Self.marks) | difference | ~Self.marks)
    }

    /// Returns the marks of the bytes below a limit, which is at most 0x80.
    @inline(__always)
    func marks(below limit: UInt8) -> UInt64 {
        ~((bits & ~Self.marks) &+ Self.ones &* UInt64(0x80 &- limit)) & ~bits & Self.marks
    }

    /// The marks of control characters: bytes below 0x20, and 0x7F.
    @inline(__always)
    var controlMarks: UInt64 {
        // Adding 0x60 raises 0x20 and more to 0x80 and more; adding 1 does so for 0x7F. Neither carries into
        // the next byte.
        let low = bits & ~Self.marks
        let printableMarks = low &+ 0x60 &* Self.ones
        let deleteMarks = low &+ Self.ones
        return (~printableMarks | deleteMarks) & ~bits & Self.marks
    }

    /// Returns the index of the first marked byte, or 8 if there is none.
    @inline(__always)
    static func firstIndex(in marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}

extension Span<UInt8> {
    /// Returns the word at an offset, which must be at least eight bytes before the end.
    @inline(__always)
    func word(at offset: Int) -> ByteWord {
        precondition(offset >= 0 && offset <= count - ByteWord.size)
        // Safe: the eight bytes were just checked to be in the span.
        return unsafe uncheckedWord(at: offset)
    }

    /// Returns the word at an offset; the caller has checked that it is at least eight bytes before the end.
    @unsafe
    @inline(__always)
    func uncheckedWord(at offset: Int) -> ByteWord {
        let bits = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        return ByteWord(bits: UInt64(littleEndian: bits))
    }

    /// Returns the first index of a byte in a range, or nil if it does not occur there.
    @inline(__always)
    func firstIndex(of byte: UInt8, in part: Range<Int>) -> Int? {
        precondition(part.lowerBound >= 0 && part.upperBound <= count)
        var offset = part.lowerBound
        while offset &+ ByteWord.size <= part.upperBound {
            // Safe: the part was checked to be in the span.
            let marks = unsafe uncheckedWord(at: offset).marks(of: byte)
            if marks != 0 { return offset &+ ByteWord.firstIndex(in: marks) }
            offset &+= ByteWord.size
        }
        guard offset < part.upperBound else { return nil }
        if part.count >= ByteWord.size {
            // The last word overlaps bytes that were already compared, none of which match.
            offset = part.upperBound &- ByteWord.size
            // Safe: the part was checked to be in the span.
            let marks = unsafe uncheckedWord(at: offset).marks(of: byte)
            return marks == 0 ? nil : offset &+ ByteWord.firstIndex(in: marks)
        }
        while offset < part.upperBound {
            if self[offset] == byte { return offset }
            offset &+= 1
        }
        return nil
    }
}
