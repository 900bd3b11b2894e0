/// `tenc`, and an entry of a `seig` sample group: how samples are encrypted (ISO/IEC 23001-7, 8.2 and 6).
package struct TrackEncryption: Hashable, Sendable {
    /// isProtected.
    package var isProtected: Bool
    /// Blocks of 16 bytes that are encrypted in each turn of the pattern; 0 with `skippedBlocks` 0: there is no pattern.
    package var encryptedBlocks: UInt8
    /// Blocks that stay clear behind them.
    package var skippedBlocks: UInt8
    /// Per_Sample_IV_Size: 0, 8 or 16 bytes.
    package var sampleVectorSize: Int
    /// KID, 16 bytes.
    package var keyID: [UInt8]
    /// constant_IV, 8 or 16 bytes; nil where samples have their own.
    package var constantVector: [UInt8]?

    /// An encryption from its parts.
    package init(
        isProtected: Bool = true,
        encryptedBlocks: UInt8,
        skippedBlocks: UInt8,
        sampleVectorSize: Int,
        keyID: [UInt8],
        constantVector: [UInt8]?
    ) {
        self.isProtected = isProtected
        self.encryptedBlocks = encryptedBlocks
        self.skippedBlocks = skippedBlocks
        self.sampleVectorSize = sampleVectorSize
        self.keyID = keyID
        self.constantVector = constantVector
    }
}
