/// Finds two zero bytes in a row: where start codes and emulation prevention bytes are, and nothing else of interest.
package enum ZeroPairs {
    /// Bytes that are looked at together.
    static let blockSize = 64
    /// Bytes of a block and the two behind it, which tell what its last zero pairs are.
    static let reach = blockSize + 2

    /// The first zero pair of which both bytes are in a range.
    ///
    /// - Returns: the position of its first byte.
    package static func first(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        let range = range.clamped(to: 0..<bytes.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe first(in: buffer, range)
        }
    }

    private static func first(in buffer: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        guard let base = buffer.baseAddress else { return nil }
        var position = range.lowerBound
        // Where pairs are dense the next one is near.
        if position < range.upperBound - 8 {
            let flags = unsafe flags(base + position)
            if flags != 0 { return position + flags.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < range.upperBound - blockSize, unsafe !hasPair(base + position) {
            position += blockSize
        }
        while position < range.upperBound - 8 {
            let flags = unsafe flags(base + position)
            if flags != 0 { return position + flags.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < range.upperBound - 1 {
            if unsafe buffer[position] == 0, unsafe buffer[position + 1] == 0 { return position }
            position += 1
        }
        return nil
    }

    /// Whether a zero pair starts in the 64 bytes from `pointer` on, of which 65 have to be there.
    @inline(__always)
    static func hasPair(_ pointer: UnsafeRawPointer) -> Bool {
        // The lowest zero byte of a word always gives a bit here; which bytes they are does not matter yet.
        var found = SIMD4<UInt64>()
        for offset in stride(from: 0, to: blockSize, by: 32) {
            let either = unsafe load32(pointer + offset) | load32(pointer + offset + 1)
            found |= (either &- 0x0101_0101_0101_0101) & ~either
        }
        return (found[0] | found[1] | found[2] | found[3]) & 0x8080_8080_8080_8080 != 0
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

    @inline(__always)
    private static func load32(_ pointer: UnsafeRawPointer) -> SIMD4<UInt64> {
        unsafe pointer.loadUnaligned(as: SIMD4<UInt64>.self)
    }
}
