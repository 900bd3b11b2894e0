/// A fast search for zero pairs, which are two consecutive zero bytes.
///
/// In NAL units, only start codes and emulation prevention need it.
package enum ZeroPairs {
    /// The number of bytes that are tested together.
    static let blockSize = 64
    /// The size of a block and the two bytes after it, which determine the kind of its last zero pairs.
    static let reach = blockSize + 2

    /// The bits that must be 0 in a byte of at most 1 or at most 3, as masks for the eight bytes of a word.
    private enum Mask {
        static let atMost1: UInt64 = 0xFEFE_FEFE_FEFE_FEFE
        static let atMost3: UInt64 = 0xFCFC_FCFC_FCFC_FCFC
    }

    /// Returns the position of the first zero pair before a byte of at most 3.
    ///
    /// In the payload of a NAL unit, the third one needs an emulation prevention byte before it (ITU-T H.264,
    /// 7.4.1).
    ///
    /// - Parameters:
    ///   - bytes: the bytes to search.
    ///   - range: the range that has to contain all three bytes.
    /// - Returns: the position of the first of the three bytes, or nil if there are none.
    package static func firstBeforeAtMost3(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        let range = range.clamped(to: 0..<bytes.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe firstBeforeAtMost3(in: buffer, range)
        }
    }

    private static func firstBeforeAtMost3(in buffer: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        guard let base = buffer.baseAddress else { return nil }
        var position = range.lowerBound
        while position <= range.upperBound - 10 {
            let pointer = unsafe base + position
            let found = unsafe zeroByteMask(
                load(pointer) | load(pointer + 1) | load(pointer + 2) & Mask.atMost3
            )
            if found != 0 { return position + found.trailingZeroBitCount / 8 }
            position += 8
            // If such pairs are dense, the next one is near, so a word is tested before blocks.
            while position <= range.upperBound - reach,
                unsafe !hasPair(base + position, beforeAtMost: Mask.atMost3)
            {
                position += blockSize
            }
        }
        while position < range.upperBound - 2 {
            if unsafe buffer[position] == 0, unsafe buffer[position + 1] == 0,
                unsafe buffer[position + 2] <= 3
            {
                return position
            }
            position += 1
        }
        return nil
    }

    /// Indicates whether a zero pair starts in the 64 bytes at `pointer`; 65 bytes have to be readable.
    @inline(__always)
    static func hasPair(_ pointer: UnsafeRawPointer) -> Bool {
        var found = SIMD4<UInt64>()
        for offset in stride(from: 0, to: blockSize, by: 32) {
            found |= bitsOfZeroBytes(unsafe load32(pointer + offset) | load32(pointer + offset + 1))
        }
        return hasZeroByte(found)
    }

    /// Indicates whether a zero pair before 0 or 1 starts in the 64 bytes at `pointer`; 66 bytes have to be
    /// readable.
    @inline(__always)
    static func hasPairBeforeAtMost1(_ pointer: UnsafeRawPointer) -> Bool {
        unsafe hasPair(pointer, beforeAtMost: Mask.atMost1)
    }

    @inline(__always)
    private static func hasPair(_ pointer: UnsafeRawPointer, beforeAtMost mask: UInt64) -> Bool {
        var found = SIMD4<UInt64>()
        for offset in stride(from: 0, to: blockSize, by: 32) {
            let pair = unsafe load32(pointer + offset) | load32(pointer + offset + 1)
            found |= bitsOfZeroBytes(pair | (unsafe load32(pointer + offset + 2)) & SIMD4(repeating: mask))
        }
        return hasZeroByte(found)
    }

    /// Returns a mask with the high bit of each of the eight bytes at `pointer` that starts a zero pair.
    ///
    /// Nine bytes have to be readable.
    @inline(__always)
    static func pairStartMask(_ pointer: UnsafeRawPointer) -> UInt64 {
        unsafe zeroByteMask(load(pointer) | load(pointer + 1))
    }

    /// Returns a mask with the high bit of each byte of `word` that is 0.
    ///
    /// The sum does not carry into the next byte, so bytes next to a zero byte are not found by mistake, as
    /// they are by the shorter formula with a subtraction.
    @inline(__always)
    static func zeroByteMask(_ word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return ~(((word & low) &+ low) | word | low)
    }

    /// Loads eight bytes, the first one as the least significant.
    @inline(__always)
    static func load(_ pointer: UnsafeRawPointer) -> UInt64 {
        unsafe UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))
    }

    /// Returns masks with the high bit of the lowest zero byte of each word, and perhaps of bytes above it.
    ///
    /// No high bit is set if no byte is 0.
    @inline(__always)
    private static func bitsOfZeroBytes(_ words: SIMD4<UInt64>) -> SIMD4<UInt64> {
        (words &- 0x0101_0101_0101_0101) & ~words
    }

    @inline(__always)
    private static func hasZeroByte(_ bits: SIMD4<UInt64>) -> Bool {
        (bits[0] | bits[1] | bits[2] | bits[3]) & 0x8080_8080_8080_8080 != 0
    }

    @inline(__always)
    private static func load32(_ pointer: UnsafeRawPointer) -> SIMD4<UInt64> {
        unsafe pointer.loadUnaligned(as: SIMD4<UInt64>.self)
    }
}
