/// A writer of HEVC sequence parameter sets, field by field from ITU-T H.265, 7.3.2.2 and annex E.
struct HEVCSequenceWriter: Sendable {
    var subLayers = 1
    var chroma: UInt64 = 1
    var hasSeparatePlanes = false
    var width: UInt64 = 320
    var height: UInt64 = 192
    var orderWidth = 8
    /// CtbLog2SizeY.
    var blockSize: UInt64 = 4
    var hasScalingLists = false
    var hasAdaptiveOffset = false
    var hasPulseCode = false
    var sets: [HEVCSetWriter] = [HEVCSetWriter(negatives: [(0, true)])]
    var hasLongTerm = false
    /// used_by_curr_pic_lt_sps_flag of each picture.
    var longTerm: [Bool] = []
    var hasTemporalVectors = false
    var hasUsability = false
    var hasReferenceDecoder = false
    var hasRangeExtension = false
    var hasScreenContent = false
    var hasOtherExtensions = false
    var vectorResolution: UInt64 = 0

    /// PicSizeInCtbsY.
    var blocks: Int {
        let size = 1 << Int(blockSize)
        return (Int(width) + size - 1) / size * ((Int(height) + size - 1) / size)
    }

    /// The number of pictures of each set that the current picture may refer to.
    var usedCounts: [Int] {
        sets.indices.map { sets[$0].pictures(after: Array(sets[..<$0])).count { $0.isUsed } }
    }

    var unit: [UInt8] {
        var bits = BitWriter()
        bits.write(0, 4)
        bits.write(UInt64(subLayers - 1), 3)
        bits.write(1, 1)
        // Main 10, with bytes that need escaping.
        bits.write(0x0220_0000_0000_0000, 64)
        bits.write(0x0000_003C, 32)
        if subLayers > 1 {
            for _ in 1..<subLayers { bits.write("11") }
            bits.write(0, 2 * (9 - subLayers))
            for _ in 1..<subLayers { for _ in 0..<12 { bits.write(0x40, 8) } }
        }
        bits.writeGolomb(2)
        bits.writeGolomb(chroma)
        if chroma == 3 { bits.write(hasSeparatePlanes) }
        for number in [width, height] { bits.writeGolomb(number) }
        bits.write(0, 1)
        for number: UInt64 in [2, 1, UInt64(orderWidth - 4)] { bits.writeGolomb(number) }
        bits.write(1, 1)
        for _ in 0..<3 * subLayers { bits.writeGolomb(4) }
        for number in [0, blockSize - 3, 0, 1, 1, 1] { bits.writeGolomb(number) }
        bits.write(hasScalingLists)
        if hasScalingLists {
            bits.write(1, 1)
            HEVCSequenceWriter.writeScalingLists(&bits)
        }
        bits.write(1, 1)
        bits.write(hasAdaptiveOffset)
        bits.write(hasPulseCode)
        if hasPulseCode {
            bits.write(0x77, 8)
            for _ in 0..<2 { bits.writeGolomb(0) }
            bits.write(1, 1)
        }
        writeReferences(&bits)
        bits.write(1, 1)
        bits.write(hasUsability)
        if hasUsability { writeUsability(&bits) }
        writeExtensions(&bits)
        return [0x42, 0x01] + escaped(bits.payload)
    }

    static func writeScalingLists(_ bits: inout BitWriter) {
        for size in 0..<4 {
            for matrix in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                bits.write(matrix % 2 == 0)
                guard matrix % 2 == 0 else {
                    bits.writeGolomb(1)
                    continue
                }
                if size > 1 { bits.writeSignedGolomb(-7) }
                for _ in 0..<min(64, 1 << (4 + 2 * size)) { bits.writeSignedGolomb(3) }
            }
        }
    }

    private func writeReferences(_ bits: inout BitWriter) {
        bits.writeGolomb(UInt64(sets.count))
        for (index, set) in sets.enumerated() { set.write(&bits, index: index, isInSlice: false) }
        bits.write(hasLongTerm)
        if hasLongTerm {
            bits.writeGolomb(UInt64(longTerm.count))
            for isUsed in longTerm {
                bits.write(9, orderWidth)
                bits.write(isUsed)
            }
        }
        bits.write(hasTemporalVectors)
    }

    private func writeUsability(_ bits: inout BitWriter) {
        // Explicit aspect ratio; overscan; video signal type with colors; chroma sample location.
        bits.write("1 11111111 0000000000000001 0000000000000001 1 1 1 101 0 1")
        bits.write(0x0101_01, 24)
        bits.write(1, 1)
        for _ in 0..<2 { bits.writeGolomb(2) }
        bits.write("000 1")
        for _ in 0..<4 { bits.writeGolomb(1) }
        // Timing: 64 bits, and ticks per picture order count.
        bits.write("1")
        bits.write(0x0000_03E9_0000_5DC0, 64)
        bits.write(1, 1)
        bits.writeGolomb(0)
        bits.write(hasReferenceDecoder)
        if hasReferenceDecoder { writeReferenceDecoder(&bits) }
        bits.write("1 000")
        for number: UInt64 in [0, 2, 1, 15, 15] { bits.writeGolomb(number) }
    }

    /// Writes HRD parameters for NAL and VCL with sub-pictures.
    ///
    /// Sub-layers have in turn a fixed rate, a fixed rate within the sequence, and low delay.
    private func writeReferenceDecoder(_ bits: inout BitWriter) {
        bits.write("1 1 1 00000001 00010 1 00100 0011 0100 0101 10111 10111 10111")
        for layer in 0..<subLayers {
            var specifications = 2
            switch layer % 3 {
            case 0:
                bits.write("1")
                bits.writeGolomb(5)
                bits.writeGolomb(1)
            case 1:
                bits.write("01")
                bits.writeGolomb(5)
                bits.writeGolomb(1)
            default:
                bits.write("001")
                specifications = 1
            }
            for _ in 0..<2 * specifications {
                for number: UInt64 in [1000, 2000, 30, 40] { bits.writeGolomb(number) }
                bits.write(1, 1)
            }
        }
    }

    private func writeExtensions(_ bits: inout BitWriter) {
        let hasAny = hasRangeExtension || hasScreenContent || hasOtherExtensions
        bits.write(hasAny)
        guard hasAny else { return }
        bits.write(hasRangeExtension)
        bits.write(hasOtherExtensions)
        bits.write(0, 1)
        bits.write(hasScreenContent)
        bits.write(0, 4)
        if hasRangeExtension { bits.write("000010000") }
        if hasOtherExtensions { bits.write(1, 1) }
        guard hasScreenContent else { return }
        bits.write("1 1")
        bits.writeGolomb(31)
        bits.writeGolomb(32)
        bits.write(1, 1)
        // Two palette entries of 10 bits, and of 9 bits for each chroma component.
        bits.writeGolomb(1)
        bits.write(0, chroma == 0 ? 20 : 56)
        bits.write(vectorResolution, 2)
        bits.write(0, 1)
    }
}
