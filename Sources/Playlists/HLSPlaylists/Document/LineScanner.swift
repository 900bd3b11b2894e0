/// A scanner that validates the bytes of a playlist and finds its lines (RFC 8216bis 4.1).
///
/// One pass over blocks of 64 bytes finds line ends and detects anything other than printable ASCII. Only a
/// playlist that has such bytes is scanned again.
struct LineScanner: ~Copyable {
    private static let blockSize = ByteBlock.size
    /// The number of bytes scanned before their line starts are appended: 64 blocks.
    private static let slabSize = 64 * blockSize

    /// The offset of each line, in bytes.
    private var starts: [UInt32] = [0]
    /// Indicates whether there is a byte of 0x80 or more.
    private var hasHighBytes = false
    /// Indicates whether there is a control character other than tab, LF and CR.
    private var hasControls = false

    /// Validates the text of a playlist and finds its lines.
    ///
    /// - Parameter bytes: the whole playlist.
    /// - Returns: the offset of each line, then the number of bytes.
    /// - Throws: `PlaylistError` for bytes that are not UTF-8, and for control characters other than tab, CR
    ///   and LF.
    static func lineStarts(of bytes: Span<UInt8>) throws(PlaylistError) -> [UInt32] {
        var scanner = LineScanner()
        scanner.scan(bytes)
        if scanner.hasHighBytes { try TextCheck.checkEncoding(bytes) }
        if scanner.hasHighBytes || scanner.hasControls { try TextCheck.checkControls(bytes) }
        return scanner.starts
    }

    private mutating func scan(_ bytes: Span<UInt8>) {
        starts.reserveCapacity(bytes.count / 32 + 2)
        let end = bytes.count - bytes.count % Self.blockSize
        for offset in stride(from: 0, to: end, by: Self.slabSize) {
            scanSlab(bytes, offset..<min(offset + Self.slabSize, end))
        }
        for offset in end..<bytes.count {
            scanByte(bytes[offset], at: offset)
        }
        if Int(starts[starts.count - 1]) < bytes.count { starts.append(UInt32(bytes.count)) }
    }

    /// Scans the blocks of a slab, then appends the starts of all their lines.
    ///
    /// The first loop needs no branch per line, the second does not read the bytes.
    private mutating func scanSlab(_ bytes: Span<UInt8>, _ slab: Range<Int>) {
        var blocks = InlineArray<64, UInt64>(repeating: 0)
        let blockCount = slab.count / Self.blockSize
        var count = 0
        for index in 0..<blockCount {
            let lineFeeds = scanBlock(bytes, at: slab.lowerBound &+ index &* Self.blockSize)
            blocks[index] = lineFeeds
            count &+= lineFeeds.nonzeroBitCount
        }
        starts.append(addingCapacity: count) { output in
            for index in 0..<blockCount {
                var lineFeeds = blocks[index]
                let start = slab.lowerBound &+ index &* Self.blockSize &+ 1
                while lineFeeds != 0 {
                    output.append(UInt32(truncatingIfNeeded: start &+ lineFeeds.trailingZeroBitCount))
                    lineFeeds &= lineFeeds &- 1
                }
            }
        }
    }

    /// Scans one block.
    ///
    /// - Returns: a mask of the line feeds; the lowest bit is the first byte.
    @inline(__always)
    private mutating func scanBlock(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= bytes.count &- Self.blockSize)
        // Safe: the block was just checked to be in the span.
        let block = unsafe ByteBlock(unchecked: bytes, at: offset)
        if block.hasUnusualBytes { recordUnusualBytes(bytes, at: offset) }
        return block.lineFeeds
    }

    /// Records whether a block has a byte of 0x80 or more, or a control character other than tab, LF and CR.
    private mutating func recordUnusualBytes(_ bytes: Span<UInt8>, at offset: Int) {
        var controls: UInt64 = 0
        var allBits: UInt64 = 0
        for index in 0..<(Self.blockSize / ByteWord.size) {
            let word = bytes.word(at: offset &+ index &* ByteWord.size)
            let lineEnds = word.marks(of: ASCII.lineFeed) | word.marks(of: ASCII.carriageReturn)
            controls |= word.controlMarks & ~(lineEnds | word.marks(of: ASCII.tab))
            allBits |= word.bits
        }
        if allBits & ByteWord.marks != 0 { hasHighBytes = true }
        if controls != 0 { hasControls = true }
    }

    private mutating func scanByte(_ byte: UInt8, at offset: Int) {
        guard !ASCII.isPlain(byte) else { return }
        switch byte {
        case ASCII.lineFeed: starts.append(UInt32(truncatingIfNeeded: offset &+ 1))
        case ASCII.carriageReturn, ASCII.tab: break
        case 0x80...: hasHighBytes = true
        default: hasControls = true
        }
    }
}

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
    let hasUnusualBytes: Bool

    /// Scans the block at an offset; the caller has checked that the block is in the span.
    @unsafe
    @inline(__always)
    init(unchecked bytes: Span<UInt8>, at offset: Int) {
        let lineFeed = Lanes(repeating: Int8(ASCII.lineFeed))
        let space = Lanes(repeating: Int8(ASCII.space))
        let delete = Lanes(repeating: Int8(ASCII.delete))
        var unusualLanes = SIMDMask<Lanes>()
        var rows = Lanes()
        for index in 0..<Self.vectorCount {
            let bytes = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: offset &+ index &* Self.vectorSize,
                as: Lanes.self
            )
            let lineFeedLanes = bytes .== lineFeed
            // As signed numbers, bytes from 0x80 on are less than a space, too.
            unusualLanes = unusualLanes .| ((bytes .< space) .^ lineFeedLanes) .| (bytes .== delete)
            // The lanes of a mask are 0 or -1. Each vector gets its own bit, and the bit next to it stays
            // free.
            let row = Lanes(repeating: Int8(1 << (2 * index)))
            rows |= unsafe unsafeBitCast(lineFeedLanes, to: Lanes.self) & row
        }
        let unusualWords = unsafe unsafeBitCast(unusualLanes, to: SIMD2<UInt64>.self)
        let rowWords = unsafe unsafeBitCast(rows, to: SIMD2<UInt64>.self)
        hasUnusualBytes = unusualWords[0] | unusualWords[1] != 0
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
