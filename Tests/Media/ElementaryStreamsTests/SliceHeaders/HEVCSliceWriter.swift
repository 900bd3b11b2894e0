/// A writer of HEVC slice segment headers, field by field from ITU-T H.265, 7.3.6.
struct HEVCSliceWriter: Sendable {
    var sequence = HEVCSequenceWriter()
    var picture = HEVCPictureWriter()

    var unitType: UInt8 = 1
    var isFirst = true
    var isDependent = false
    var address: UInt64 = 0
    var type: UInt64 = 2
    /// The index of a set of the sequence, or nil if the slice has its own.
    var setIndex: Int? = 0
    /// The short-term reference picture set in the slice header.
    var ownSet = HEVCSetWriter(negatives: [(0, true)], positives: [])
    /// Indices of long-term pictures of the sequence parameter set.
    var listedLongTerm: [Int] = []
    /// The used_by_curr_pic_lt_flag of each long-term picture coded in the slice.
    var longTerm: [Bool] = []
    var hasLongTermCycles = false
    var usesTemporalVectors = false
    var adaptiveOffset = (luma: false, chroma: false)
    /// The number of active references of each list, or nil for the defaults.
    var counts: [Int]?
    /// list_entry of each list, or nil for no modification.
    var entries: [[Int]?] = [nil, nil]
    var isCollocatedFromFirst = true
    var weightFlags = (luma: false, chroma: false)
    /// Indicates whether an overriding slice is deblocked, or nil for no override.
    var deblocks: Bool?
    var entryPoints = 0
    var entryPointWidth = 8
    var extensionSize = 0

    var hasChromaArray: Bool { sequence.chroma != 0 && !sequence.hasSeparatePlanes }
    var isRefresh: Bool { unitType == 19 || unitType == 20 }

    /// NumPicTotalCurr.
    var totalPictures: Int {
        var total = picture.refersToCurrentPicture ? 1 : 0
        if !isRefresh {
            total +=
                setIndex.map { sequence.usedCounts[$0] }
                ?? ownSet.pictures(after: sequence.sets).count { $0.isUsed }
            if sequence.hasLongTerm {
                total += listedLongTerm.count { sequence.longTerm[$0] } + longTerm.count { $0 }
            }
        }
        return total
    }

    /// The slice segment header with byte_alignment(), without the NAL unit header.
    var header: BitWriter {
        var bits = BitWriter()
        bits.write(isFirst)
        if (16...23).contains(unitType) { bits.write(0, 1) }
        bits.writeGolomb(5)
        if !isFirst {
            if picture.hasDependentSegments { bits.write(isDependent) }
            var width = 0
            while 1 << width < sequence.blocks { width += 1 }
            bits.write(address, width)
        }
        if isFirst || !isDependent { writeIndependent(&bits) }
        if picture.hasWavefront || picture.tiles != nil {
            bits.writeGolomb(UInt64(entryPoints))
            if entryPoints > 0 {
                bits.writeGolomb(UInt64(entryPointWidth - 1))
                for _ in 0..<entryPoints { bits.write(0, entryPointWidth) }
            }
        }
        if picture.hasSliceHeaderExtension {
            bits.writeGolomb(UInt64(extensionSize))
            for _ in 0..<extensionSize { bits.write(0, 8) }
        }
        bits.write(1, 1)
        while bits.count % 8 > 0 { bits.write(0, 1) }
        return bits
    }

    private func writeIndependent(_ bits: inout BitWriter) {
        bits.write(0, picture.extraBits)
        bits.writeGolomb(type)
        if picture.hasOutputFlag { bits.write(1, 1) }
        if sequence.hasSeparatePlanes { bits.write(1, 2) }
        if !isRefresh { writeReferenceSets(&bits) }
        if sequence.hasAdaptiveOffset {
            bits.write(adaptiveOffset.luma)
            if hasChromaArray { bits.write(adaptiveOffset.chroma) }
        }
        if type != 2 { writePrediction(&bits, lists: type == 0 ? 2 : 1) }
        bits.writeSignedGolomb(-5)
        if picture.hasSliceChromaOffsets { for value in [2, -3] { bits.writeSignedGolomb(value) } }
        if picture.hasActOffsets { for value in [1, 0, -1] { bits.writeSignedGolomb(value) } }
        if picture.hasChromaOffsetList { bits.write(1, 1) }
        var isDeblocked = !picture.disablesDeblocking
        if picture.overridesDeblocking {
            bits.write(deblocks != nil)
            if let deblocks {
                bits.write(!deblocks)
                if deblocks { for value in [-6, 6] { bits.writeSignedGolomb(value) } }
                isDeblocked = deblocks
            }
        }
        let hasOffset =
            sequence.hasAdaptiveOffset && (adaptiveOffset.luma || hasChromaArray && adaptiveOffset.chroma)
        if picture.filtersAcrossSlices, hasOffset || isDeblocked { bits.write(1, 1) }
    }

    private func writeReferenceSets(_ bits: inout BitWriter) {
        bits.write(3, sequence.orderWidth)
        bits.write(setIndex != nil)
        if let setIndex {
            var width = 0
            while 1 << width < sequence.sets.count { width += 1 }
            bits.write(UInt64(setIndex), width)
        } else {
            ownSet.write(&bits, index: sequence.sets.count, isInSlice: true)
        }
        if sequence.hasLongTerm {
            var width = 0
            while 1 << width < sequence.longTerm.count { width += 1 }
            if !sequence.longTerm.isEmpty { bits.writeGolomb(UInt64(listedLongTerm.count)) }
            bits.writeGolomb(UInt64(longTerm.count))
            for index in listedLongTerm {
                bits.write(UInt64(index), width)
                writeCycle(&bits)
            }
            for isUsed in longTerm {
                bits.write(1, sequence.orderWidth)
                bits.write(isUsed)
                writeCycle(&bits)
            }
        }
        if sequence.hasTemporalVectors { bits.write(usesTemporalVectors) }
    }

    private func writeCycle(_ bits: inout BitWriter) {
        bits.write(hasLongTermCycles)
        if hasLongTermCycles { bits.writeGolomb(4) }
    }

    private func writePrediction(_ bits: inout BitWriter, lists: Int) {
        bits.write(counts != nil)
        for list in 0..<lists { if let counts { bits.writeGolomb(UInt64(counts[list] - 1)) } }
        let active = counts ?? picture.defaultCounts
        if picture.modifiesLists, totalPictures > 1 {
            var width = 0
            while 1 << width < totalPictures { width += 1 }
            for list in 0..<lists {
                bits.write(entries[list] != nil)
                for entry in entries[list] ?? [] { bits.write(UInt64(entry), width) }
            }
        }
        if lists == 2 { bits.write(0, 1) }
        if picture.hasCABACInitialization { bits.write(1, 1) }
        if !isRefresh, sequence.hasTemporalVectors, usesTemporalVectors {
            if lists == 2 { bits.write(isCollocatedFromFirst) }
            if active[lists == 2 && !isCollocatedFromFirst ? 1 : 0] > 1 { bits.writeGolomb(0) }
        }
        if lists == 2 ? picture.weightsBipredicted : picture.weightsPredicted {
            bits.writeGolomb(6)
            if hasChromaArray { bits.writeSignedGolomb(-1) }
            for list in 0..<lists {
                writeWeights(&bits, count: weightedEntries(of: list, active: active[list]))
            }
        }
        bits.writeGolomb(2)
        if sequence.vectorResolution == 2 { bits.write(1, 1) }
    }

    /// Returns the number of entries with weights.
    ///
    /// Builds the list entry by entry as in 8.3.4; only the current picture has no weights.
    private func weightedEntries(of list: Int, active: Int) -> Int {
        guard picture.refersToCurrentPicture else { return active }
        let pictures = [Bool](repeating: false, count: totalPictures - 1) + [true]
        var temporary: [Bool] = []
        while temporary.count < max(active, totalPictures) { temporary += pictures }
        if picture.modifiesLists, totalPictures > 1, let entries = entries[list] {
            return entries.count { !temporary[$0] }
        }
        var result = Array(temporary.prefix(active))
        if list == 0, max(active, totalPictures) > active { result[active - 1] = true }
        return result.count { !$0 }
    }

    private func writeWeights(_ bits: inout BitWriter, count: Int) {
        for _ in 0..<count { bits.write(weightFlags.luma) }
        if hasChromaArray { for _ in 0..<count { bits.write(weightFlags.chroma) } }
        for _ in 0..<count {
            if weightFlags.luma { for value in [-128, 127] { bits.writeSignedGolomb(value) } }
            if hasChromaArray, weightFlags.chroma {
                for value in [1, -1, 60, 0] { bits.writeSignedGolomb(value) }
            }
        }
    }

    /// The slice segment with some bytes of data, and the length of its headers in bytes.
    var slice: (bytes: [UInt8], length: Int) {
        var bits = header
        let size = bits.count / 8
        bits.write(0x0000_0100_0002_AB, 56)
        let payload = bits.payload
        let unitHeader: [UInt8] = [unitType << 1, 1]
        return (escaped(unitHeader + payload), escaped(unitHeader + payload.prefix(size)).count)
    }
}
