/// A writer of AVC parameter sets and slice headers.
///
/// It follows ITU-T H.264, 7.3.2.1.1, 7.3.2.2 and 7.3.3 field by field.
struct AVCSliceWriter: Sendable {
    var profile: UInt64 = 100
    var chroma: UInt64 = 1
    var hasSeparatePlanes = false
    var frameNumberWidth = 4
    var orderType: UInt64 = 0
    var orderWidth = 4
    var hasNoOrderDeltas = false
    var isFramesOnly = true
    var columns: UInt64 = 20
    var rows: UInt64 = 15

    var usesCABAC = false
    var hasBottomOrder = false
    var groups: UInt64 = 1
    var mapType: UInt64 = 0
    var changeRate: UInt64 = 1
    var defaultCounts: [UInt64] = [1, 1]
    var isWeighted = false
    var bipredictionWeights: UInt64 = 0
    var hasDeblocking = false
    var hasRedundant = false

    var unitType: UInt8 = 1
    var reference: UInt8 = 0
    var first: UInt64 = 0
    var type: UInt64 = 7
    var isField = false
    var redundant: UInt64 = 0
    /// The number of active references of each list, or nil for the defaults.
    var counts: [UInt64]?
    /// modification_of_pic_nums_idc and value of each command, for each list, or nil for no modification.
    var modifications: [[(UInt64, UInt64)]?] = [nil, nil]
    /// Indicates whether the references have luma weights and chroma weights.
    var weightFlags = (luma: false, chroma: false)
    /// Each memory management control operation and its values.
    var marking: [(UInt64, [UInt64])]?
    var deblocking: UInt64 = 0

    var hasChromaArray: Bool { (profile == 66 ? 1 : chroma) != 0 && !hasSeparatePlanes }

    var sequenceSet: [UInt8] {
        var bits = BitWriter()
        bits.write(profile << 16 | 40, 24)
        bits.writeGolomb(3)
        if profile != 66 {
            bits.writeGolomb(chroma)
            if chroma == 3 { bits.write(hasSeparatePlanes) }
            for _ in 0..<2 { bits.writeGolomb(0) }
            bits.write(0, 2)
        }
        bits.writeGolomb(UInt64(frameNumberWidth - 4))
        bits.writeGolomb(orderType)
        if orderType == 0 { bits.writeGolomb(UInt64(orderWidth - 4)) }
        if orderType == 1 {
            bits.write(hasNoOrderDeltas)
            for number: UInt64 in [1, 2, 2, 3, 4] { bits.writeGolomb(number) }
        }
        bits.writeGolomb(4)
        bits.write(0, 1)
        bits.writeGolomb(columns - 1)
        bits.writeGolomb(rows - 1)
        bits.write(isFramesOnly)
        if !isFramesOnly { bits.write(0, 1) }
        bits.write("1 0 0")
        return [0x67] + escaped(bits.payload)
    }

    var pictureSet: [UInt8] {
        var bits = BitWriter()
        bits.writeGolomb(9)
        bits.writeGolomb(3)
        bits.write(usesCABAC)
        bits.write(hasBottomOrder)
        bits.writeGolomb(groups - 1)
        if groups > 1 { writeGroups(&bits) }
        for count in defaultCounts { bits.writeGolomb(count - 1) }
        bits.write(isWeighted)
        bits.write(bipredictionWeights, 2)
        for value in [-3, 2, 1] { bits.writeSignedGolomb(value) }
        bits.write(hasDeblocking)
        bits.write(0, 1)
        bits.write(hasRedundant)
        return [0x68] + escaped(bits.payload)
    }

    private func writeGroups(_ bits: inout BitWriter) {
        bits.writeGolomb(mapType)
        switch mapType {
        case 0: for group in 0..<groups { bits.writeGolomb(group + 7) }
        case 2: for group in 0..<2 * (groups - 1) { bits.writeGolomb(group) }
        case 3, 4, 5:
            bits.write(1, 1)
            bits.writeGolomb(changeRate - 1)
        case 6:
            bits.writeGolomb(columns * rows - 1)
            let width = groups > 4 ? 3 : groups > 2 ? 2 : 1
            for unit in 0..<columns * rows { bits.write(unit % groups, width) }
        default: break
        }
    }

    /// The slice header, without the NAL unit header.
    var header: BitWriter {
        var bits = BitWriter()
        let kind = type % 5
        let isIntra = kind == 2 || kind == 4
        for number in [first, type, 9] { bits.writeGolomb(number) }
        if hasSeparatePlanes { bits.write(2, 2) }
        bits.write(5, frameNumberWidth)
        if !isFramesOnly {
            bits.write(isField)
            if isField { bits.write(1, 1) }
        }
        if unitType == 5 { bits.writeGolomb(77) }
        let hasBottom = hasBottomOrder && !isField
        if orderType == 0 {
            bits.write(6, orderWidth)
            if hasBottom { bits.writeSignedGolomb(-4) }
        } else if orderType == 1, !hasNoOrderDeltas {
            bits.writeSignedGolomb(9)
            if hasBottom { bits.writeSignedGolomb(-1) }
        }
        if hasRedundant { bits.writeGolomb(redundant) }
        if kind == 1 { bits.write(1, 1) }
        if !isIntra { writePrediction(&bits, lists: kind == 1 ? 2 : 1) }
        if reference != 0 { writeMarking(&bits) }
        if usesCABAC, !isIntra { bits.writeGolomb(2) }
        bits.writeSignedGolomb(-11)
        if kind == 3 { bits.write(1, 1) }
        if kind >= 3 { bits.writeSignedGolomb(5) }
        if hasDeblocking {
            bits.writeGolomb(deblocking)
            if deblocking != 1 { for value in [-6, 6] { bits.writeSignedGolomb(value) } }
        }
        if groups > 1, (3...5).contains(mapType) {
            var width = 0
            // Compares with the exact quotient without a division.
            while (1 << UInt64(width)) * changeRate < columns * rows + changeRate { width += 1 }
            bits.write(0, width)
        }
        return bits
    }

    private func writePrediction(_ bits: inout BitWriter, lists: Int) {
        bits.write(counts != nil)
        for list in 0..<lists { if let counts { bits.writeGolomb(counts[list] - 1) } }
        for list in 0..<lists {
            bits.write(modifications[list] != nil)
            guard let commands = modifications[list] else { continue }
            for (command, number) in commands {
                bits.writeGolomb(command)
                bits.writeGolomb(number)
            }
            bits.writeGolomb(3)
        }
        guard lists == 2 ? bipredictionWeights == 1 : isWeighted else { return }
        bits.writeGolomb(5)
        if hasChromaArray { bits.writeGolomb(4) }
        for list in 0..<lists {
            for _ in 0..<(counts ?? defaultCounts)[list] {
                bits.write(weightFlags.luma)
                if weightFlags.luma { for value in [-128, 127] { bits.writeSignedGolomb(value) } }
                guard hasChromaArray else { continue }
                bits.write(weightFlags.chroma)
                if weightFlags.chroma { for value in [1, -1, 60, 0] { bits.writeSignedGolomb(value) } }
            }
        }
    }

    private func writeMarking(_ bits: inout BitWriter) {
        guard unitType != 5 else { return bits.write(1, 2) }
        bits.write(marking != nil)
        guard let marking else { return }
        for (operation, numbers) in marking {
            bits.writeGolomb(operation)
            for number in numbers { bits.writeGolomb(number) }
        }
        bits.writeGolomb(0)
    }

    /// The slice with some bytes of data, and the length of its headers in bytes.
    var slice: (bytes: [UInt8], length: Int) {
        var bits = header
        let size = (bits.count + 7) / 8
        // Data bits begin right after the header; then come data bytes that need escaping.
        while bits.count % 8 > 0 { bits.write(1, 1) }
        bits.write(0x0000_0100_0002_AB, 56)
        let payload = bits.payload
        let unitHeader = [reference << 5 | unitType]
        return (escaped(unitHeader + payload), escaped(unitHeader + payload.prefix(size)).count)
    }
}
