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
        if block.hasOthers { recordOthers(bytes, at: offset) }
        return block.lineFeeds
    }

    /// Records whether a block has a byte of 0x80 or more, or a control character other than tab, LF and CR.
    private mutating func recordOthers(_ bytes: Span<UInt8>, at offset: Int) {
        var others: UInt64 = 0
        var all: UInt64 = 0
        for index in 0..<(Self.blockSize / ByteWord.size) {
            let word = bytes.word(at: offset &+ index &* ByteWord.size)
            let blanks = word.marks(of: ASCII.lineFeed) | word.marks(of: ASCII.carriageReturn)
            others |= word.controlMarks & ~(blanks | word.marks(of: ASCII.tab))
            all |= word.bits
        }
        if all & ByteWord.marks != 0 { hasHighBytes = true }
        if others != 0 { hasControls = true }
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
