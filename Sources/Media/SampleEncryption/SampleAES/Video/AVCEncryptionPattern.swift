/// The blocks of an H.264 NAL unit that SAMPLE-AES encrypts; positions include emulation prevention bytes.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Encryption of H.264.
struct AVCEncryptionPattern {
    /// The size in bytes, header included, up to which units stay clear.
    static let clearUnitSize = 48
    /// The size of an encrypted block in bytes; at least one clear byte follows it.
    static let blockSize = 16
    /// The number of clear bytes at the start of a unit, header included.
    private static let leaderSize = 32
    /// The distance from one encrypted block to the next, in bytes.
    private static let period = 160

    private let unitStart: Int
    /// The number of encrypted blocks.
    let blockCount: Int

    /// - Parameter unit: the range of the clear unit, with its own emulation prevention bytes.
    init(_ unit: Range<Int>) {
        unitStart = unit.lowerBound
        let beyond = unit.count - Self.clearUnitSize
        blockCount = beyond > 0 ? (beyond - 1) / Self.period + 1 : 0
    }

    /// Returns the position of the first byte of a block.
    func blockStart(_ index: Int) -> Int { unitStart + Self.leaderSize + index * Self.period }

    /// Returns the range around a block in which encryption can have created a zero pair and a byte after it.
    ///
    /// Used if the clear unit has no zero pair: then at least one byte of each pair is encrypted. The range
    /// may exceed the unit.
    func emulationRange(_ index: Int) -> Range<Int> {
        blockStart(index) - 1..<blockStart(index) + Self.blockSize + 2
    }
}
