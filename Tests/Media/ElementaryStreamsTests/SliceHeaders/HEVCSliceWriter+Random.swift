import TestRandomness

extension HEVCSliceWriter {
    /// Returns a header with a random combination of fields.
    static func random(_ random: inout SeededGenerator) -> HEVCSliceWriter {
        var writer = HEVCSliceWriter()
        writer.sequence = .random(&random)
        writer.picture = .random(&random)
        func flag() -> Bool { Bool.random(using: &random) }
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        writer.unitType = UInt8(flag() ? number(0...9) : number(16...21))
        writer.isFirst = flag()
        writer.isDependent = writer.picture.hasDependentSegments && flag()
        writer.address = UInt64(number(0...writer.sequence.blocks - 1))
        writer.type = UInt64(number(0...2))
        let sets = writer.sequence.sets
        writer.setIndex = flag() && !sets.isEmpty ? number(0...sets.count - 1) : nil
        writer.ownSet = .random(&random, after: sets, isInSlice: true)
        let longTerm = writer.sequence.longTerm
        writer.listedLongTerm =
            longTerm.isEmpty
            ? []
            : (0..<number(0...longTerm.count)).map { _ in
                number(0...longTerm.count - 1)
            }
        writer.longTerm = (0..<number(0...4)).map { _ in flag() }
        writer.hasLongTermCycles = flag()
        writer.usesTemporalVectors = flag()
        writer.adaptiveOffset = (flag(), flag())
        writer.counts = flag() ? nil : [number(1...15), number(1...15)]
        // Slices without reference pictures are intra.
        let total = writer.totalPictures
        if total == 0 { writer.type = 2 }
        let active = writer.counts ?? writer.picture.defaultCounts
        writer.entries = (0..<2).map { list in
            flag() || total == 0 ? nil : (0..<active[list]).map { _ in number(0...total - 1) }
        }
        writer.isCollocatedFromFirst = flag()
        writer.weightFlags = (flag(), flag())
        writer.deblocks = flag() ? nil : flag()
        let rows =
            (Int(writer.sequence.height) + (1 << Int(writer.sequence.blockSize)) - 1)
            >> Int(writer.sequence.blockSize)
        let tiles = writer.picture.tiles ?? (1, 1)
        let substreams = Int(tiles.0) * (writer.picture.hasWavefront ? rows : Int(tiles.1))
        writer.entryPoints = number(0...min(substreams - 1, 20))
        writer.entryPointWidth = number(1...32)
        writer.extensionSize = number(0...20)
        return writer
    }
}

extension HEVCSetWriter {
    /// Returns a random set that is valid after `sets`.
    static func random(
        _ random: inout SeededGenerator,
        after sets: [HEVCSetWriter],
        isInSlice: Bool
    ) -> HEVCSetWriter {
        func flag() -> Bool { Bool.random(using: &random) }
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var set = HEVCSetWriter()
        if sets.isEmpty || flag() {
            set.negatives = (0..<number(0...4)).map { _ in (UInt64(number(0...3)), flag()) }
            set.positives = (0..<number(0...4)).map { _ in (UInt64(number(0...3)), flag()) }
        } else {
            let distance = isInSlice ? number(1...sets.count) : 1
            let index = sets.count - distance
            let count = sets[index].pictures(after: Array(sets[..<index])).count
            let delta = number(1...6) * (flag() ? 1 : -1)
            // A set has at most 16 pictures.
            let flags = (0...count).map { (isUsed: $0 < 15 && flag(), isKept: $0 < 15 && flag()) }
            set.prediction = (distance, delta, flags)
        }
        return set
    }
}

extension HEVCSequenceWriter {
    /// Returns a random combination of fields.
    static func random(_ random: inout SeededGenerator) -> HEVCSequenceWriter {
        func flag() -> Bool { Bool.random(using: &random) }
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var writer = HEVCSequenceWriter()
        writer.subLayers = number(1...7)
        writer.chroma = UInt64(number(0...3))
        writer.hasSeparatePlanes = writer.chroma == 3 && flag()
        writer.width = UInt64(number(1...512) * 8)
        writer.height = UInt64(number(1...288) * 8)
        writer.orderWidth = number(4...16)
        writer.blockSize = UInt64(number(4...6))
        writer.hasScalingLists = flag()
        writer.hasAdaptiveOffset = flag()
        writer.hasPulseCode = flag()
        writer.sets = []
        for _ in 0..<number(0...8) {
            writer.sets.append(.random(&random, after: writer.sets, isInSlice: false))
        }
        writer.hasLongTerm = flag()
        writer.longTerm = writer.hasLongTerm ? (0..<number(0...5)).map { _ in flag() } : []
        writer.hasTemporalVectors = flag()
        writer.hasUsability = flag()
        writer.hasReferenceDecoder = flag()
        writer.hasRangeExtension = flag()
        writer.hasScreenContent = flag()
        writer.hasOtherExtensions = !writer.hasScreenContent && flag()
        writer.vectorResolution = writer.hasScreenContent ? UInt64(number(0...2)) : 0
        return writer
    }
}

extension HEVCPictureWriter {
    /// Returns a random combination of fields.
    static func random(_ random: inout SeededGenerator) -> HEVCPictureWriter {
        func flag() -> Bool { Bool.random(using: &random) }
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var writer = HEVCPictureWriter()
        writer.hasDependentSegments = flag()
        writer.hasOutputFlag = flag()
        writer.extraBits = number(0...7)
        writer.hasCABACInitialization = flag()
        writer.defaultCounts = [number(1...15), number(1...15)]
        writer.hasTransformSkip = flag()
        writer.hasSliceChromaOffsets = flag()
        writer.weightsPredicted = flag()
        writer.weightsBipredicted = flag()
        writer.tiles = flag() ? nil : (UInt64(number(1...5)), UInt64(number(1...5)))
        writer.hasUniformTiles = flag()
        writer.hasWavefront = flag()
        writer.filtersAcrossSlices = flag()
        writer.hasDeblockingControl = flag()
        writer.overridesDeblocking = writer.hasDeblockingControl && flag()
        writer.disablesDeblocking = writer.hasDeblockingControl && flag()
        writer.hasScalingLists = flag()
        writer.modifiesLists = flag()
        writer.hasSliceHeaderExtension = flag()
        writer.hasRangeExtension = flag()
        writer.hasChromaOffsetList = writer.hasRangeExtension && flag()
        writer.hasScreenContent = flag()
        writer.refersToCurrentPicture = writer.hasScreenContent && flag()
        writer.hasActOffsets = writer.hasScreenContent && flag()
        return writer
    }
}
