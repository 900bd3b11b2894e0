/// An HEVC slice segment header that differs from the simplest one in one way.
struct HEVCSliceCase: Sendable, CustomStringConvertible {
    let description: String
    /// The bits of the slice segment header without alignment, summed by hand.
    let bits: Int
    let change: @Sendable (inout HEVCSliceWriter) -> Void

    init(_ description: String, _ bits: Int, _ change: @escaping @Sendable (inout HEVCSliceWriter) -> Void) {
        self.description = description
        self.bits = bits
        self.change = change
    }

    /// The bits of an I slice.
    ///
    /// First 1, PPS 5 (5 bits), type 2 (3 bits), POC 8, set of the sequence 1, slice_qp_delta -5 (codeNum 10,
    /// 7 bits).
    private static let intra = 25
    /// A P slice: type 1 (3 bits), no override 1, merge candidates 2 (3 bits).
    private static let predicted = intra + 4
    /// A B slice: type 0 (1 bit), no override, mvd flag, merge candidates.
    private static let bipredicted = intra - 2 + 5

    static let all = general + references + prediction + filters + screenContent

    private static let general: [HEVCSliceCase] = [
        HEVCSliceCase("intra", intra) { _ in },
        HEVCSliceCase("predicted", predicted) { $0.type = 1 },
        HEVCSliceCase("bipredicted", bipredicted) { $0.type = 0 },
        HEVCSliceCase("CRA", intra + 1) { $0.unitType = 21 },
        HEVCSliceCase("BLA", intra + 1) { $0.unitType = 16 },
        HEVCSliceCase("IDR with leading pictures", intra + 1 - 9) { $0.unitType = 19 },
        HEVCSliceCase("IDR", intra + 1 - 9) { $0.unitType = 20 },
        // 20 x 12 blocks: the address has 8 bits.
        HEVCSliceCase("second slice", intra + 8) { ($0.isFirst, $0.address) = (false, 239) },
        // 5 x 3 blocks of 64: the address has 4 bits.
        HEVCSliceCase("second slice of large blocks", intra + 4) {
            ($0.isFirst, $0.sequence.blockSize, $0.address) = (false, 6, 14)
        },
        HEVCSliceCase("second slice of one block", intra) {
            ($0.isFirst, $0.sequence.width, $0.sequence.height) = (false, 16, 16)
        },
        HEVCSliceCase("independent segment", intra + 1 + 8) {
            ($0.isFirst, $0.picture.hasDependentSegments) = (false, true)
        },
        HEVCSliceCase("dependent segment", 1 + 5 + 1 + 8) {
            ($0.isFirst, $0.picture.hasDependentSegments, $0.isDependent) = (false, true, true)
        },
        HEVCSliceCase("extra bits", intra + 5) { $0.picture.extraBits = 5 },
        HEVCSliceCase("output flag", intra + 1) { $0.picture.hasOutputFlag = true },
        HEVCSliceCase("separate planes", intra + 2) {
            ($0.sequence.chroma, $0.sequence.hasSeparatePlanes) = (3, true)
        },
        HEVCSliceCase("no entry points", intra + 1) { $0.picture.hasWavefront = true },
        // num_entry_point_offsets 11 takes 7 bits; offset_len_minus1 7 takes 7 bits.
        HEVCSliceCase("entry points of a wavefront", intra + 7 + 7 + 11 * 8) {
            ($0.picture.hasWavefront, $0.entryPoints) = (true, 11)
        },
        HEVCSliceCase("entry points of tiles", intra + 5 + 11 + 5 * 32) {
            ($0.picture.tiles, $0.entryPoints, $0.entryPointWidth) = ((3, 2), 5, 32)
        },
        HEVCSliceCase("entry points of uneven tiles and a wavefront", intra + 11 + 1 + 35) {
            ($0.picture.tiles, $0.picture.hasUniformTiles) = ((3, 2), false)
            ($0.picture.hasWavefront, $0.entryPoints, $0.entryPointWidth) = (true, 35, 1)
        },
        HEVCSliceCase("extension", intra + 5 + 24) {
            ($0.picture.hasSliceHeaderExtension, $0.extensionSize) = (true, 3)
        },
        HEVCSliceCase("empty extension", intra + 1) { $0.picture.hasSliceHeaderExtension = true },
        HEVCSliceCase("everything that slices do not depend on", intra) {
            $0.sequence.subLayers = 4
            ($0.sequence.hasScalingLists, $0.sequence.hasPulseCode) = (true, true)
            ($0.sequence.hasUsability, $0.sequence.hasReferenceDecoder) = (true, true)
            ($0.sequence.hasRangeExtension, $0.sequence.hasOtherExtensions) = (true, true)
            ($0.picture.hasScalingLists, $0.picture.hasRangeExtension) = (true, true)
        },
    ]

    private static let references: [HEVCSliceCase] = [
        HEVCSliceCase("wide order count", intra + 8) { $0.sequence.orderWidth = 16 },
        // The index of one of two sets takes a bit, of five sets three.
        HEVCSliceCase("one of two sets", intra + 1) {
            $0.sequence.sets = .init(repeating: HEVCSetWriter(), count: 2)
        },
        HEVCSliceCase("one of five sets", intra + 3) {
            $0.sequence.sets = .init(repeating: HEVCSetWriter(), count: 5)
        },
        // No prediction 1, counts 1 and 2 (6 bits), steps 1, 1, 3 (3 + 3 + 5 bits), and three used flags.
        HEVCSliceCase("own set", intra + 1 + 6 + 11 + 3) {
            $0.setIndex = nil
            $0.ownSet = HEVCSetWriter(negatives: [(1, true)], positives: [(1, false), (3, true)])
        },
        HEVCSliceCase("own set without sets before it", intra + 3 + 1 + 1 + 1) {
            ($0.sequence.sets, $0.setIndex) = ([], nil)
        },
        // Prediction 1, distance 1 (1 bit), sign 1, difference 3 (3 bits); flags: used (1 bit), then neither
        // used nor kept (2 bits).
        HEVCSliceCase("own set that is predicted", intra + 6 + 1 + 2) {
            $0.setIndex = nil
            $0.ownSet = HEVCSetWriter(prediction: (1, -3, [(true, true), (false, false)]))
        },
        // Two counts of one bit.
        HEVCSliceCase("long-term pictures, none", intra + 2) {
            ($0.sequence.hasLongTerm, $0.sequence.longTerm) = (true, [true])
        },
        HEVCSliceCase("long-term pictures of the slice only", intra + 3 + 2 * 10) {
            ($0.sequence.hasLongTerm, $0.longTerm) = (true, [true, false])
        },
        // Counts 2 and 1 of three bits; two indices of two bits with a flag each; 8 bits and 2 flags; three
        // cycles 4 of 5 bits.
        HEVCSliceCase("long-term pictures of both", intra + 6 + 2 * 3 + 10 + 3 * 5) {
            ($0.sequence.hasLongTerm, $0.sequence.longTerm) = (true, [true, false, true])
            ($0.listedLongTerm, $0.longTerm, $0.hasLongTermCycles) = ([2, 1], [true], true)
        },
        HEVCSliceCase("temporal vectors", intra + 1) { $0.sequence.hasTemporalVectors = true },
    ]

    private static let prediction: [HEVCSliceCase] = [
        HEVCSliceCase("override", predicted + 3) { ($0.type, $0.counts) = (1, [2, 9]) },
        HEVCSliceCase("override of two lists", bipredicted + 3 + 7) { ($0.type, $0.counts) = (0, [2, 15]) },
        HEVCSliceCase("lists of one picture", predicted) { ($0.type, $0.picture.modifiesLists) = (1, true) },
        // Own set: 1 + 5 (count 4) + 1 + 4 x 2 bits; three pictures are used, so list entries have 2 bits;
        // override 2 (3 bits).
        HEVCSliceCase("lists", predicted + 15 + 3 + 1 + 6) {
            ($0.type, $0.setIndex, $0.picture.modifiesLists) = (1, nil, true)
            $0.ownSet = HEVCSetWriter(negatives: [(0, true), (0, true), (0, false), (0, true)])
            ($0.counts, $0.entries) = ([3, 1], [[2, 0, 1], nil])
        },
        HEVCSliceCase("lists of B", bipredicted + 15 + 2 + 2) {
            ($0.type, $0.setIndex, $0.picture.modifiesLists) = (0, nil, true)
            $0.ownSet = HEVCSetWriter(negatives: [(0, true), (0, true), (0, false), (0, true)])
            $0.entries = [nil, [2]]
        },
        // Predicted with delta -1 from an unused picture before and a used one after: the one after coincides
        // with the current picture and drops out. Two remain, both used: 1 + 1 + 1 + 1 + 3 flags, and the
        // modification flag.
        HEVCSliceCase("lists of a set that lost a picture", predicted + 4 + 3 + 1) {
            $0.sequence.sets = [HEVCSetWriter(negatives: [(0, false)], positives: [(0, true)])]
            ($0.type, $0.setIndex, $0.picture.modifiesLists) = (1, nil, true)
            $0.ownSet = HEVCSetWriter(prediction: (1, -1, [(true, true), (true, true), (true, true)]))
        },
        HEVCSliceCase("CABAC initialization", predicted + 1) {
            ($0.type, $0.picture.hasCABACInitialization) = (1, true)
        },
        HEVCSliceCase("CABAC initialization of intra", intra) { $0.picture.hasCABACInitialization = true },
        HEVCSliceCase("collocated of one", predicted + 1) {
            ($0.type, $0.sequence.hasTemporalVectors, $0.usesTemporalVectors) = (1, true, true)
        },
        HEVCSliceCase("collocated of two", predicted + 2) {
            ($0.type, $0.sequence.hasTemporalVectors, $0.usesTemporalVectors) = (1, true, true)
            $0.picture.defaultCounts = [2, 1]
        },
        HEVCSliceCase("collocated of the second list", bipredicted + 2 + 1) {
            ($0.type, $0.sequence.hasTemporalVectors, $0.usesTemporalVectors) = (0, true, true)
            ($0.picture.defaultCounts, $0.isCollocatedFromFirst) = ([1, 2], false)
        },
        HEVCSliceCase("collocated of the first list", bipredicted + 2) {
            ($0.type, $0.sequence.hasTemporalVectors, $0.usesTemporalVectors) = (0, true, true)
            $0.picture.defaultCounts = [1, 2]
        },
        // 6 takes 5 bits, -1 takes 3 bits.
        HEVCSliceCase("weights", predicted + 8 + 2 * 2) {
            ($0.type, $0.picture.weightsPredicted, $0.picture.defaultCounts) = (1, true, [2, 1])
        },
        // -128 and 127 take 17 + 15 bits; 1, -1, 60, 0 take 3 + 3 + 13 + 1 bits.
        HEVCSliceCase("written weights of B", bipredicted + 8 + 3 * (2 + 32 + 20)) {
            ($0.type, $0.picture.weightsBipredicted, $0.picture.defaultCounts) = (0, true, [2, 1])
            $0.weightFlags = (true, true)
        },
        HEVCSliceCase("weights of monochrome", predicted + 5 + 33) {
            ($0.type, $0.picture.weightsPredicted, $0.sequence.chroma) = (1, true, 0)
            $0.weightFlags = (true, true)
        },
        HEVCSliceCase("weights of the other type", bipredicted) {
            ($0.type, $0.picture.weightsPredicted) = (0, true)
        },
    ]

    private static let filters: [HEVCSliceCase] = [
        // 2 has codeNum 3, -3 codeNum 6: 5 bits each.
        HEVCSliceCase("offsets of chroma", intra + 5 + 5) { $0.picture.hasSliceChromaOffsets = true },
        HEVCSliceCase("list of offsets of chroma", intra + 1) {
            ($0.picture.hasRangeExtension, $0.picture.hasTransformSkip) = (true, true)
            $0.picture.hasChromaOffsetList = true
        },
        HEVCSliceCase("adaptive offset", intra + 2) { $0.sequence.hasAdaptiveOffset = true },
        HEVCSliceCase("adaptive offset of monochrome", intra + 1) {
            ($0.sequence.hasAdaptiveOffset, $0.sequence.chroma) = (true, 0)
        },
        HEVCSliceCase("across slices", intra + 1) { $0.picture.filtersAcrossSlices = true },
        // Section 7.4.7.1: absent flags are inferred from the picture parameter set.
        HEVCSliceCase("across slices that are not deblocked", intra) {
            ($0.picture.filtersAcrossSlices, $0.picture.hasDeblockingControl) = (true, true)
            $0.picture.disablesDeblocking = true
        },
        HEVCSliceCase("across slices that are only offset", intra + 2 + 1) {
            ($0.picture.filtersAcrossSlices, $0.picture.hasDeblockingControl) = (true, true)
            ($0.picture.disablesDeblocking, $0.sequence.hasAdaptiveOffset) = (true, true)
            $0.adaptiveOffset = (false, true)
        },
        HEVCSliceCase("no override", intra + 1) {
            ($0.picture.hasDeblockingControl, $0.picture.overridesDeblocking) = (true, true)
        },
        // -6 and 6 take 7 bits each.
        HEVCSliceCase("override of what is off", intra + 2 + 14 + 1) {
            ($0.picture.hasDeblockingControl, $0.picture.overridesDeblocking) = (true, true)
            ($0.picture.disablesDeblocking, $0.picture.filtersAcrossSlices) = (true, true)
            $0.deblocks = true
        },
        HEVCSliceCase("no override of what is off", intra + 1) {
            ($0.picture.hasDeblockingControl, $0.picture.overridesDeblocking) = (true, true)
            ($0.picture.disablesDeblocking, $0.picture.filtersAcrossSlices) = (true, true)
        },
        HEVCSliceCase("override by off", intra + 2) {
            ($0.picture.hasDeblockingControl, $0.picture.overridesDeblocking) = (true, true)
            ($0.picture.filtersAcrossSlices, $0.deblocks) = (true, false)
        },
    ]

    private static let screenContent: [HEVCSliceCase] = [
        // 1, 0, -1 take 3 + 1 + 3 bits.
        HEVCSliceCase("offsets of the colour transform", intra + 7) {
            ($0.picture.hasScreenContent, $0.picture.hasActOffsets) = (true, true)
        },
        HEVCSliceCase("integer vectors", predicted + 1) {
            ($0.type, $0.sequence.hasUsability, $0.sequence.hasReferenceDecoder) = (1, true, true)
            ($0.sequence.hasRangeExtension, $0.sequence.hasScreenContent) = (true, true)
            $0.sequence.vectorResolution = 2
        },
        HEVCSliceCase("integer vectors of monochrome", predicted + 1) {
            ($0.type, $0.sequence.hasScreenContent, $0.sequence.chroma) = (1, true, 0)
            $0.sequence.vectorResolution = 2
        },
        HEVCSliceCase("integer vectors throughout", predicted) {
            ($0.type, $0.sequence.hasScreenContent, $0.sequence.vectorResolution) = (1, true, 1)
        },
        // An IDR picture that refers to itself has no weights, only denominators.
        HEVCSliceCase("weights without the current picture", predicted + 1 - 9 + 8) {
            ($0.unitType, $0.type, $0.picture.weightsPredicted) = (20, 1, true)
            ($0.picture.hasScreenContent, $0.picture.refersToCurrentPicture) = (true, true)
        },
        // Two pictures for a list of one: the last entry becomes the current picture.
        HEVCSliceCase("weights where the current picture has no room", predicted + 8) {
            ($0.type, $0.picture.weightsPredicted) = (1, true)
            ($0.picture.hasScreenContent, $0.picture.refersToCurrentPicture) = (true, true)
        },
        // Entries: other, current, other, current, other; three have weights. The override 4 takes 5 bits.
        HEVCSliceCase("weights where pictures repeat", predicted + 5 + 8 + 3 * 2) {
            ($0.type, $0.picture.weightsPredicted, $0.counts) = (1, true, [5, 1])
            ($0.picture.hasScreenContent, $0.picture.refersToCurrentPicture) = (true, true)
        },
        // The first list has the current picture, the second the other one.
        HEVCSliceCase("weights of the second list", bipredicted + 8 + 2) {
            ($0.type, $0.picture.weightsBipredicted) = (0, true)
            ($0.picture.hasScreenContent, $0.picture.refersToCurrentPicture) = (true, true)
        },
        HEVCSliceCase("weights of a modified list", predicted + 1 + 1 + 8 + 2) {
            ($0.type, $0.picture.weightsPredicted, $0.picture.modifiesLists) = (1, true, true)
            ($0.picture.hasScreenContent, $0.picture.refersToCurrentPicture) = (true, true)
            $0.entries = [[0], nil]
        },
    ]

    static let refusals: [HEVCSliceCase] = [
        HEVCSliceCase("slice type 3", 0) { $0.type = 3 },
        HEVCSliceCase("address behind the picture", 0) { ($0.isFirst, $0.address) = (false, 240) },
        HEVCSliceCase("set 5 of 5", 0) {
            $0.sequence.sets = .init(repeating: HEVCSetWriter(), count: 5)
            $0.setIndex = 5
        },
        HEVCSliceCase("set of none", 0) { ($0.sequence.sets, $0.setIndex) = ([], 0) },
        HEVCSliceCase("set of 17 pictures", 0) {
            $0.setIndex = nil
            $0.ownSet = HEVCSetWriter(negatives: .init(repeating: (0, true), count: 17))
        },
        HEVCSliceCase("set before the first", 0) {
            $0.setIndex = nil
            $0.ownSet = HEVCSetWriter(prediction: (2, 1, []))
        },
        HEVCSliceCase("16 references", 0) { ($0.type, $0.counts) = (1, [16, 1]) },
        HEVCSliceCase("33 long-term pictures", 0) {
            ($0.sequence.hasLongTerm, $0.longTerm) = (true, .init(repeating: true, count: 33))
        },
        HEVCSliceCase("long-term picture 3 of 3", 0) {
            ($0.sequence.hasLongTerm, $0.sequence.longTerm) = (true, [true, true, true])
            $0.listedLongTerm = [3]
        },
        HEVCSliceCase("12 entry points of 12 rows", 0) {
            ($0.picture.hasWavefront, $0.entryPoints) = (true, 12)
        },
        HEVCSliceCase("6 entry points of 6 tiles", 0) { ($0.picture.tiles, $0.entryPoints) = ((3, 2), 6) },
        HEVCSliceCase("entry points of 33 bits", 0) {
            ($0.picture.hasWavefront, $0.entryPoints, $0.entryPointWidth) = (true, 1, 33)
        },
        HEVCSliceCase("extension of 257 bytes", 0) {
            ($0.picture.hasSliceHeaderExtension, $0.extensionSize) = (true, 257)
        },
    ]

    static let setRefusals: [HEVCSliceCase] = [
        HEVCSliceCase("chroma 4", 0) { $0.sequence.chroma = 4 },
        HEVCSliceCase("no width", 0) { $0.sequence.width = 0 },
        HEVCSliceCase("order count of 17 bits", 0) { $0.sequence.orderWidth = 17 },
        HEVCSliceCase("blocks of 128", 0) { $0.sequence.blockSize = 7 },
        HEVCSliceCase("65 sets", 0) { $0.sequence.sets = .init(repeating: HEVCSetWriter(), count: 65) },
        HEVCSliceCase("33 long-term pictures", 0) {
            ($0.sequence.hasLongTerm, $0.sequence.longTerm) = (true, .init(repeating: true, count: 33))
        },
        HEVCSliceCase("screen content behind several layers", 0) {
            ($0.sequence.hasScreenContent, $0.sequence.hasOtherExtensions) = (true, true)
        },
        HEVCSliceCase("resolution 3", 0) {
            ($0.sequence.hasScreenContent, $0.sequence.vectorResolution) = (true, 3)
        },
        HEVCSliceCase("16 references", 0) { $0.picture.defaultCounts = [16, 1] },
    ]
}
