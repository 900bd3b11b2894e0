/// Finds two zero bytes in a row, and what follows them: start codes, emulation prevention bytes, and nothing else of
/// interest.
package enum ZeroPairs {
    /// Bytes that are looked at together.
    static let blockSize = 64
    /// Bytes of a block and the two behind it, which tell what its last zero pairs are.
    static let reach = blockSize + 2

    /// What a byte behind a zero pair is looked at for: the bits of it that have to be 0, in each byte of a word.
    private enum Mask {
        static let atMost1: UInt64 = 0xFEFE_FEFE_FEFE_FEFE
        static let atMost3: UInt64 = 0xFCFC_FCFC_FCFC_FCFC
    }

    /// The first zero pair in a range with a byte of at most 3 behind it: without an emulation prevention byte between
    /// them, no NAL unit has these three (ITU-T H.264, 7.4.1).
    ///
    /// - Parameters:
    ///   - bytes: what is searched.
    ///   - range: where all three bytes have to be.
    /// - Returns: the position of the first of the three; nil when there are none.
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
            let found = unsafe zeroBytes(load(pointer) | load(pointer + 1) | load(pointer + 2) & Mask.atMost3)
            if found != 0 { return position + found.trailingZeroBitCount / 8 }
            position += 8
            // Where they are dense the next one is near: words come before blocks.
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

    /// Whether a zero pair starts in the 64 bytes from `pointer` on, of which 65 have to be there.
    @inline(__always)
    static func hasPair(_ pointer: UnsafeRawPointer) -> Bool {
        var found = SIMD4<UInt64>()
        for offset in stride(from: 0, to: blockSize, by: 32) {
            found |= bitsOfZeroBytes(unsafe load32(pointer + offset) | load32(pointer + offset + 1))
        }
        return hasZeroByte(found)
    }

    /// Whether a zero pair with 0 or 1 behind it starts in the 64 bytes from `pointer` on, of which 66 have to be there.
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

    /// The high bit of each of eight bytes with which a zero pair starts; 9 bytes have to be there.
    @inline(__always)
    static func flags(_ pointer: UnsafeRawPointer) -> UInt64 {
        unsafe zeroBytes(load(pointer) | load(pointer + 1))
    }

    /// The high bit of each byte that is 0.
    ///
    /// The sum cannot carry into the next byte, so that none is found beside a zero byte (as the shorter way by
    /// subtraction does).
    @inline(__always)
    static func zeroBytes(_ word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return ~(((word & low) &+ low) | word | low)
    }

    /// Eight bytes, the first of which is the lowest.
    @inline(__always)
    static func load(_ pointer: UnsafeRawPointer) -> UInt64 {
        unsafe UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))
    }

    /// The high bit of the lowest zero byte of each word, and of others; none where no byte is 0.
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
