/// A reader of bit fields, most significant bit first.
///
/// Every read throws `ParseError.truncated` if too few bits are left.
package struct BitReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private let start: UInt64
    private var position = 0

    /// Creates a reader at the first bit of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to read.
    ///   - offset: the offset of the first byte in the stream.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64 = 0) {
        self.bytes = bytes
        self.start = offset
    }

    /// The number of unread bits.
    package var count: Int { bytes.count * 8 - position }

    /// The offset in the stream of the byte that holds the next bit.
    package var offset: UInt64 { start &+ UInt64(position / 8) }

    /// Reads the next `width` bits as an unsigned integer, u(n).
    ///
    /// - Parameter width: the number of bits, 0 to 64.
    /// - Returns: the value, 0 if `width` is 0.
    /// - Throws: `ParseError.truncated` if fewer bits are left.
    package mutating func bits(_ width: Int) throws(ParseError) -> UInt64 {
        precondition((0...64).contains(width))
        try require(width)
        var value: UInt64 = 0
        var missing = width
        while missing > 0 {
            let bitsLeft = 8 - position % 8
            let bitCount = min(bitsLeft, missing)
            let byte = UInt64(bytes[bytes.startIndex + position / 8])
            value =
                value << UInt64(bitCount) | (byte >> UInt64(bitsLeft - bitCount))
                & ((1 << UInt64(bitCount)) - 1)
            position += bitCount
            missing -= bitCount
        }
        return value
    }

    /// Reads the next bit, u(1).
    package mutating func flag() throws(ParseError) -> Bool { try bits(1) == 1 }

    /// Skips `width` bits.
    package mutating func skip(_ width: Int) throws(ParseError) {
        precondition(width >= 0)
        try require(width)
        position += width
    }

    private func require(_ width: Int) throws(ParseError) {
        guard width <= count else {
            throw .truncated(
                offset: offset,
                needed: UInt64((position % 8 + width + 7) / 8),
                available: UInt64(bytes.count - position / 8)
            )
        }
    }
}

extension BitReader {
    /// Reads a number in unsigned Exp-Golomb code, ue(v) (ITU-T H.264, 9.1), at most 2^32 - 2.
    package mutating func unsignedExponentialGolomb() throws(ParseError) -> UInt32 {
        let start = offset
        var zeros = 0
        while try !flag() {
            zeros += 1
            guard zeros < 32 else {
                throw .invalid(
                    offset: start,
                    field: "Exp-Golomb code",
                    found: "of 32 leading zeros",
                    expected: "at most 31"
                )
            }
        }
        return UInt32((1 << UInt64(zeros)) - 1 + (try bits(zeros)))
    }

    /// Reads a number in signed Exp-Golomb code, se(v) (ITU-T H.264, 9.1.1).
    package mutating func signedExponentialGolomb() throws(ParseError) -> Int32 {
        let code = try unsignedExponentialGolomb()
        let magnitude = Int32(code / 2 + code % 2)
        return code % 2 == 0 ? -magnitude : magnitude
    }
}
