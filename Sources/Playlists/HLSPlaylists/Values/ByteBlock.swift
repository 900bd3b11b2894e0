/// The line feeds and unusual bytes in 64 bytes of a playlist, found with SIMD instructions on 16 bytes each.
struct ByteBlock {
    /// The size of a block, in bytes.
    static let size = vectorCount * vectorSize

    private static let vectorCount = 4
    private static let vectorSize = 16

    private typealias Lanes = SIMD16<Int8>

    /// A mask of the line feeds; the lowest bit is the first byte.
    let lineFeeds: UInt64
    /// Indicates whether there are bytes other than printable ASCII and LF.
    let hasOthers: Bool

    /// Scans the block at an offset; the caller has checked that the block is in the span.
    @unsafe
    @inline(__always)
    init(unchecked bytes: Span<UInt8>, at offset: Int) {
        let lineFeed = Lanes(repeating: Int8(ASCII.lineFeed))
        let space = Lanes(repeating: Int8(ASCII.space))
        let delete = Lanes(repeating: Int8(ASCII.delete))
        var others = SIMDMask<Lanes>()
        var rows = Lanes()
        for index in 0..<Self.vectorCount {
            let bytes = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: offset &+ index &* Self.vectorSize,
                as: Lanes.self
            )
            let isLineFeed = bytes .== lineFeed
            // As signed numbers, bytes from 0x80 on are less than a space, too.
            others = others .| ((bytes .< space) .^ isLineFeed) .| (bytes .== delete)
            // The lanes of a mask are 0 or -1. Each vector gets its own bit, and the bit next to it stays
            // free.
            let row = Lanes(repeating: Int8(1 << (2 * index)))
            rows |= unsafe unsafeBitCast(isLineFeed, to: Lanes.self) & row
        }
        let otherWords = unsafe unsafeBitCast(others, to: SIMD2<UInt64>.self)
        let rowWords = unsafe unsafeBitCast(rows, to: SIMD2<UInt64>.self)
        hasOthers = otherWords[0] | otherWords[1] != 0
        // Bit 2i of byte j is for byte j of vector i, bit 2i + 1 for its byte j + 8.
        let columns = UInt64(littleEndian: rowWords[0]) | UInt64(littleEndian: rowWords[1]) << 1
        lineFeeds = Self.transposed(columns)
    }

    /// Returns the bits transposed as an 8 by 8 matrix: bit i of byte j becomes bit j of byte i.
    ///
    /// The three steps swap blocks of 1, 2 and 4 bits.
    @inline(__always)
    private static func transposed(_ bits: UInt64) -> UInt64 {
        var bits = bits
        var swapped = (bits ^ (bits >> 7)) & 0x00AA_00AA_00AA_00AA
        bits ^= swapped ^ (swapped << 7)
        swapped = (bits ^ (bits >> 14)) & 0x0000_CCCC_0000_CCCC
        bits ^= swapped ^ (swapped << 14)
        swapped = (bits ^ (bits >> 28)) & 0x0000_0000_F0F0_F0F0
        return bits ^ swapped ^ (swapped << 28)
    }
}
