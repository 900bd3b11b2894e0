/// Which bytes of a NAL unit of H.264 SAMPLE-AES encrypts; emulation prevention bytes count.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Encryption of H.264.
struct AVCEncryptionPattern {
    /// Units of as many bytes, header included, or fewer stay as they are.
    static let clearUnitSize = 48
    /// Bytes of an encrypted block, behind which at least one clear byte follows.
    static let blockSize = 16
    /// Clear bytes at the start of a unit, header included.
    private static let leaderSize = 32
    /// Bytes from an encrypted block to the next one.
    private static let period = 160

    private let unitStart: Int
    /// How many blocks are encrypted.
    let blockCount: Int

    /// - Parameter unit: the bytes of the unit in the clear, with its own emulation prevention bytes.
    init(_ unit: Range<Int>) {
        unitStart = unit.lowerBound
        let beyond = unit.count - Self.clearUnitSize
        blockCount = beyond > 0 ? (beyond - 1) / Self.period + 1 : 0
    }

    /// Where a block starts, by its index.
    func blockStart(_ index: Int) -> Int { unitStart + Self.leaderSize + index * Self.period }

    /// Where three bytes of which a zero pair touches a block can be, by its index; it may reach beyond the unit.
    ///
    /// Clear bytes have no zero pair: two of them in a row, one of which is the neighbour of the block, are not both 0.
    func emulationRange(_ index: Int) -> Range<Int> {
        blockStart(index) - 1..<blockStart(index) + Self.blockSize + 2
    }
}
