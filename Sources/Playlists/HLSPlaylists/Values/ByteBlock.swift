/// What is of interest in 64 bytes of a playlist, found with a few instructions that look at 16 bytes each.
struct ByteBlock {
    /// The number of bytes of a block.
    static let size = vectorCount * vectorSize

    private static let vectorCount = 4
    private static let vectorSize = 16

    private typealias Vector = SIMD16<Int8>

    /// One bit for each LF, that of the first byte lowest.
    let lineFeeds: UInt64
    /// Whether there is anything but printable ASCII and LF.
    let hasOthers: Bool

    /// Looks at the block at an offset of which the caller has checked that it is in the span.
    @unsafe
    @inline(__always)
    init(unchecked bytes: Span<UInt8>, at offset: Int) {
        let lineFeed = Vector(repeating: Int8(ASCII.lineFeed))
        let space = Vector(repeating: Int8(ASCII.space))
        let delete = Vector(repeating: Int8(ASCII.delete))
        var others = SIMDMask<Vector>()
        var rows = Vector()
        for index in 0..<Self.vectorCount {
            let bytes = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: offset &+ index &* Self.vectorSize,
                as: Vector.self
            )
            let isLineFeed = bytes .== lineFeed
            // As signed numbers, bytes from 0x80 on are less than a space too.
            others = others .| ((bytes .< space) .^ isLineFeed) .| (bytes .== delete)
            // The lanes of a mask are 0 or -1. Each vector gets a bit of its own, and one beside it is left free.
            let row = Vector(repeating: Int8(1 << (2 * index)))
            rows |= unsafe unsafeBitCast(isLineFeed, to: Vector.self) & row
        }
        let otherWords = unsafe unsafeBitCast(others, to: SIMD2<UInt64>.self)
        let rowWords = unsafe unsafeBitCast(rows, to: SIMD2<UInt64>.self)
        hasOthers = otherWords[0] | otherWords[1] != 0
        // Bit 2i of byte j stands for byte j of vector i, bit 2i + 1 for its byte j + 8.
        let columns = UInt64(littleEndian: rowWords[0]) | UInt64(littleEndian: rowWords[1]) << 1
        lineFeeds = Self.transposed(columns)
    }

    /// Swaps the bit i of byte j with the bit j of byte i, for all of them: by halves of 1, 2 and 4 bits.
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
