/// Which bytes of a NAL unit of H.264 SAMPLE-AES encrypts.
struct AVCEncryptionPattern {
    /// Units of as many bytes, header included, or fewer stay as they are.
    static let clearUnitSize = 48
    /// Clear bytes at the start of a unit, header included.
    private static let leaderSize = 32
    /// Bytes from an encrypted block to the next one.
    private static let period = 160
    /// Bytes of an encrypted block, behind which at least one clear byte follows.
    static let blockSize = 16

    private let unitStart: Int
    /// How many blocks are encrypted.
    let blockCount: Int

    /// - Parameters:
    ///   - unitStart: where the unit starts.
    ///   - unitSize: its bytes in the clear, with its own emulation prevention bytes.
    init(unitStart: Int, unitSize: Int) {
        self.unitStart = unitStart
        blockCount = unitSize > Self.clearUnitSize ? (unitSize - Self.clearUnitSize - 1) / Self.period + 1 : 0
    }

    /// Where a block starts, by its index.
    func blockStart(_ index: Int) -> Int { unitStart + Self.leaderSize + index * Self.period }
}
