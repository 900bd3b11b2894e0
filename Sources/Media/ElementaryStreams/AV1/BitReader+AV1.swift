package import Bitstreams

extension BitReader {
    /// Reads the next `width` bits as a signed integer in two's complement, su(n) (AV1, 4.10.6).
    ///
    /// - Parameter width: the number of bits with the sign, 1 to 32.
    /// - Returns: the signed value.
    /// - Throws: `ParseError` if bits are missing.
    package mutating func signedBits(_ width: Int) throws(ParseError) -> Int {
        let value = Int(try bits(width))
        let sign = 1 << (width - 1)
        return value & sign == 0 ? value : value - 2 * sign
    }

    /// Reads a number below `count`, ns(n), in which small numbers take one bit less (AV1, 4.10.7).
    ///
    /// - Parameter count: the number of possible values, 1 to 2^31.
    /// - Returns: 0 to `count` - 1.
    /// - Throws: `ParseError` if bits are missing.
    package mutating func nonSymmetric(_ count: Int) throws(ParseError) -> Int {
        precondition((1...1 << 31).contains(count))
        let width = Int.bitWidth - count.leadingZeroBitCount
        let shortCodes = 1 << width - count
        let value = Int(try bits(width - 1))
        if value < shortCodes { return value }
        return value << 1 - shortCodes + Int(try bits(1))
    }

    /// Skips a number of variable length, uvlc() (AV1, 4.10.3).
    mutating func skipVariableLengthCode() throws(ParseError) {
        var zeros = 0
        while try !flag() { zeros += 1 }
        if zeros < 32 { try skip(zeros) }
    }

    /// Skips the zero bits up to the next byte boundary, byte_alignment() (AV1, 5.3.5).
    ///
    /// - Throws: `.invalid` if one of them is set, which shows that earlier fields were misread.
    mutating func alignToByte() throws(ParseError) {
        let offset = offset
        let padding = try bits(count % 8)
        guard padding == 0 else {
            throw .invalid(
                offset: offset,
                field: "byte alignment",
                found: "with bits that are set",
                expected: "zero bits"
            )
        }
    }

    /// Skips the one bit and the zero bits to the next byte boundary that end an OBU, trailing_bits() (AV1,
    /// 5.3.4).
    ///
    /// - Throws: `.invalid` if the bits differ, which shows that earlier fields were misread.
    mutating func skipTrailingBits() throws(ParseError) {
        let offset = offset
        guard try flag() else {
            throw .invalid(offset: offset, field: "trailing_one_bit", found: "0", expected: "1")
        }
        try alignToByte()
    }
}
