/// A writer of HEVC picture parameter sets, field by field from ITU-T H.265, 7.3.2.3.
struct HEVCPictureWriter: Sendable {
    var hasDependentSegments = false
    var hasOutputFlag = false
    var extraBits = 0
    var hasCABACInitialization = false
    var defaultCounts = [1, 1]
    var hasTransformSkip = false
    var hasSliceChromaOffsets = false
    var weightsPredicted = false
    var weightsBipredicted = false
    /// The columns and rows of tiles.
    var tiles: (UInt64, UInt64)?
    var hasUniformTiles = true
    var hasWavefront = false
    var filtersAcrossSlices = false
    var hasDeblockingControl = false
    var overridesDeblocking = false
    var disablesDeblocking = false
    var hasScalingLists = false
    var modifiesLists = false
    var hasSliceHeaderExtension = false
    var hasRangeExtension = false
    var hasChromaOffsetList = false
    var hasScreenContent = false
    var refersToCurrentPicture = false
    var hasActOffsets = false

    var unit: [UInt8] {
        var bits = BitWriter()
        for number: UInt64 in [5, 2] { bits.writeGolomb(number) }
        bits.write(hasDependentSegments)
        bits.write(hasOutputFlag)
        bits.write(UInt64(extraBits), 3)
        bits.write(1, 1)
        bits.write(hasCABACInitialization)
        for count in defaultCounts { bits.writeGolomb(UInt64(count - 1)) }
        bits.writeSignedGolomb(-8)
        bits.write(0, 1)
        bits.write(hasTransformSkip)
        bits.write(1, 1)
        bits.writeGolomb(1)
        for value in [3, -3] { bits.writeSignedGolomb(value) }
        bits.write(hasSliceChromaOffsets)
        bits.write(weightsPredicted)
        bits.write(weightsBipredicted)
        bits.write(0, 1)
        bits.write(tiles != nil)
        bits.write(hasWavefront)
        if let tiles { writeTiles(tiles, &bits) }
        bits.write(filtersAcrossSlices)
        bits.write(hasDeblockingControl)
        if hasDeblockingControl {
            bits.write(overridesDeblocking)
            bits.write(disablesDeblocking)
            if !disablesDeblocking { for value in [4, -4] { bits.writeSignedGolomb(value) } }
        }
        bits.write(hasScalingLists)
        if hasScalingLists { HEVCSequenceWriter.writeScalingLists(&bits) }
        bits.write(modifiesLists)
        bits.writeGolomb(1)
        bits.write(hasSliceHeaderExtension)
        writeExtensions(&bits)
        return [0x44, 0x01] + escaped(bits.payload)
    }

    private func writeTiles(_ tiles: (UInt64, UInt64), _ bits: inout BitWriter) {
        bits.writeGolomb(tiles.0 - 1)
        bits.writeGolomb(tiles.1 - 1)
        bits.write(hasUniformTiles)
        if !hasUniformTiles { for _ in 0..<(tiles.0 + tiles.1 - 2) { bits.writeGolomb(1) } }
        bits.write(1, 1)
    }

    private func writeExtensions(_ bits: inout BitWriter) {
        bits.write(hasRangeExtension || hasScreenContent)
        guard hasRangeExtension || hasScreenContent else { return }
        bits.write(hasRangeExtension)
        bits.write(0, 2)
        bits.write(hasScreenContent)
        bits.write(0, 4)
        if hasRangeExtension {
            if hasTransformSkip { bits.writeGolomb(1) }
            bits.write(0, 1)
            bits.write(hasChromaOffsetList)
            if hasChromaOffsetList {
                bits.writeGolomb(1)
                bits.writeGolomb(2)
                for value in [1, 2, 3, -1, -2, -3] { bits.writeSignedGolomb(value) }
            }
            for _ in 0..<2 { bits.writeGolomb(0) }
        }
        guard hasScreenContent else { return }
        bits.write(refersToCurrentPicture)
        bits.write(hasActOffsets)
        if hasActOffsets {
            bits.write(1, 1)
            for value in [0, -1, 2] { bits.writeSignedGolomb(value) }
        }
        bits.write(0, 1)
    }
}
