import Bitstreams
import ElementaryStreams
import TestRandomness
import Testing

/// The lengths of AVC slice headers with every field of ITU-T H.264, 7.3.3.
struct AVCSliceHeaderTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        /// The bits of the NAL unit header and the slice header, summed by hand.
        let bits: Int
        let change: @Sendable (inout AVCSliceWriter) -> Void

        init(_ description: String, _ bits: Int, _ change: @escaping @Sendable (inout AVCSliceWriter) -> Void)
        {
            self.description = description
            self.bits = bits
            self.change = change
        }
    }

    /// The bits of an I slice.
    ///
    /// 8 of the NAL unit header, 1 + 7 + 7 for three numbers, 4 of frame_num, 4 of POC, 9 of slice_qp_delta
    /// -11: 40.
    static let intra = 40
    /// A P slice, type 5, has 5 bits of type, no override (1), no modification (1): 40.
    static let predicted = 40
    /// A B slice, type 6, has 5 bits of type, direct (1), no override (1), no modification of two lists (2): 42.
    static let bipredicted = 42

    static let cases: [Case] = [
        Case("intra", intra) { _ in },
        Case("predicted", predicted) { $0.type = 5 },
        Case("bipredicted", bipredicted) { $0.type = 6 },
        Case("types below 5", predicted - 4) { $0.type = 0 },
        // ue(v) of 299 takes 17 bits.
        Case("far macroblock", intra - 1 + 17) { $0.first = 299 },
        Case("separate planes", intra + 2) { ($0.profile, $0.chroma, $0.hasSeparatePlanes) = (244, 3, true) },
        Case("wide frame number", intra + 12) { $0.frameNumberWidth = 16 },
        Case("frames where fields may be", intra + 1) { $0.isFramesOnly = false },
        Case("fields", intra + 2) { ($0.isFramesOnly, $0.isField) = (false, true) },
        // idr_pic_id 77 takes 13 bits, and two bits are for marking.
        Case("refresh", intra + 13 + 2) { ($0.unitType, $0.reference) = (5, 3) },
        Case("wide order count", intra + 12) { $0.orderWidth = 16 },
        // -4 has codeNum 8 (7 bits).
        Case("order count of bottom", intra + 7) { $0.hasBottomOrder = true },
        Case("order count of bottom not in a field", intra + 2) {
            ($0.hasBottomOrder, $0.isFramesOnly, $0.isField) = (true, false, true)
        },
        // 9 has codeNum 17 (9 bits), -1 codeNum 2 (3 bits).
        Case("order deltas", intra - 4 + 9) { $0.orderType = 1 },
        Case("two order deltas", intra - 4 + 9 + 3) { ($0.orderType, $0.hasBottomOrder) = (1, true) },
        Case("order deltas always zero", intra - 4) {
            ($0.orderType, $0.hasNoOrderDeltas, $0.hasBottomOrder) = (1, true, true)
        },
        Case("order of output", intra - 4) { ($0.orderType, $0.hasBottomOrder) = (2, true) },
        Case("redundant picture", intra + 13) { ($0.hasRedundant, $0.redundant) = (true, 126) },
        // num_ref_idx_l0_active_minus1 2 takes 3 bits; there is one list.
        Case("override", predicted + 3) { ($0.type, $0.counts) = (5, [3, 1]) },
        Case("override of two lists", bipredicted + 3 + 11) { ($0.type, $0.counts) = (6, [3, 32]) },
        // (0, 3) takes 1 + 5 bits, (1, 0) 3 + 1, (2, 1) 3 + 3, the end 5.
        Case("modifications", predicted + 6 + 4 + 6 + 5) {
            $0.type = 5
            $0.modifications = [[(0, 3), (1, 0), (2, 1)], nil]
        },
        Case("modifications of the second list", bipredicted + 6 + 5) {
            $0.type = 6
            $0.modifications = [nil, [(0, 3)]]
        },
        // Denominators 5 and 4 take 5 bits each, and each reference has two flags.
        Case("weights", predicted + 10 + 2 * 2) {
            ($0.type, $0.isWeighted, $0.defaultCounts) = (5, true, [2, 1])
        },
        // 3 bits of override; -128 and 127 have codeNum 256 (17 bits) and 253 (15 bits); 1, -1, 60, 0 take 3
        // + 3 + 13 + 1 bits.
        Case("written weights", predicted + 3 + 10 + 3 * (2 + 32 + 20)) {
            ($0.type, $0.isWeighted, $0.counts) = (5, true, [3, 1])
            $0.weightFlags = (true, true)
        },
        Case("weights of monochrome", predicted + 5 + 33) {
            ($0.type, $0.isWeighted, $0.chroma) = (5, true, 0)
            $0.weightFlags = (true, true)
        },
        Case("weights of separate planes", predicted + 2 + 5 + 1) {
            ($0.type, $0.isWeighted, $0.chroma, $0.hasSeparatePlanes) = (5, true, 3, true)
        },
        Case("weights of two lists", bipredicted + 10 + 2 + 3 * 2) {
            ($0.type, $0.bipredictionWeights, $0.defaultCounts) = (6, 1, [1, 3])
        },
        Case("implied weights", bipredicted) {
            ($0.type, $0.bipredictionWeights, $0.isWeighted) = (6, 2, true)
        },
        Case("weights of the other type", predicted) { ($0.type, $0.bipredictionWeights) = (5, 1) },
        Case("weights of SP", predicted + 2 + 1 + 7 + 10 + 2) { ($0.type, $0.isWeighted) = (8, true) },
        Case("no marking commands", intra + 1) { $0.reference = 1 },
        // Commands 1: 3 + 1 bits; 2: 3 + 1; 3: 5 + 1 + 3; 4: 5 + 3; 5: 5; 6: 5 + 1; end: 1.
        Case("marking commands", intra + 1 + 4 + 4 + 9 + 8 + 5 + 6 + 1) {
            $0.reference = 1
            $0.marking = [(1, [0]), (2, [0]), (3, [0, 1]), (4, [1]), (5, []), (6, [0])]
        },
        Case("CABAC of intra", intra) { $0.usesCABAC = true },
        Case("CABAC", predicted + 3) { ($0.type, $0.usesCABAC) = (5, true) },
        // Type 8 takes 7 bits, 2 more than type 5; then a flag; 5 has codeNum 9 (7 bits).
        Case("SP", predicted + 2 + 1 + 7) { $0.type = 8 },
        Case("SI", intra + 7) { $0.type = 9 },
        Case("SI of CABAC", intra + 7) { ($0.type, $0.usesCABAC) = (9, true) },
        // -6 has codeNum 12, 6 codeNum 11: 7 bits each.
        Case("deblocking", intra + 1 + 14) { $0.hasDeblocking = true },
        Case("deblocking off", intra + 3) { ($0.hasDeblocking, $0.deblocking) = (true, 1) },
        Case("deblocking in slices", intra + 3 + 14) { ($0.hasDeblocking, $0.deblocking) = (true, 2) },
        Case("groups of runs", intra) { ($0.groups, $0.mapType) = (3, 0) },
        Case("dispersed groups", intra) { ($0.groups, $0.mapType) = (8, 1) },
        Case("groups of rectangles", intra) { ($0.groups, $0.mapType) = (4, 2) },
        // 300 / 1 + 1 = 301: 9 bits.
        Case("growing groups", intra + 9) { ($0.groups, $0.mapType) = (2, 3) },
        // 300 / 100 + 1 = 4: 2 bits.
        Case("growing groups by a divisor", intra + 2) {
            ($0.groups, $0.mapType, $0.changeRate) = (2, 4, 100)
        },
        // 300 / 299 + 1 = 2.003: 2 bits.
        Case("growing groups by nearly all", intra + 2) {
            ($0.groups, $0.mapType, $0.changeRate) = (2, 5, 299)
        },
        // 300 / 300 + 1 = 2: 1 bit.
        Case("growing groups by all", intra + 1) { ($0.groups, $0.mapType, $0.changeRate) = (2, 5, 300) },
        Case("listed groups", intra) { ($0.groups, $0.mapType) = (5, 6) },
        Case("profile without chroma", predicted + 10 + 2) {
            ($0.profile, $0.type, $0.isWeighted) = (66, 5, true)
        },
    ]

    @Test(arguments: cases)
    func measures(_ sample: Case) throws {
        var writer = AVCSliceWriter()
        sample.change(&writer)
        #expect(writer.header.count + 8 == sample.bits)
        try expectLengths(writer)
    }

    /// Expects the length for whole slices, and a truncation error for prefixes shorter than the header.
    private func expectLengths(_ writer: AVCSliceWriter, _ comment: Comment? = nil) throws {
        var reader = AVCSliceHeaderReader()
        // The picture parameter set comes first, as it can be read without its sequence parameter set.
        try reader.store(parameterSet: writer.pictureSet[...], at: 0)
        try reader.store(parameterSet: writer.sequenceSet[...], at: 0)
        let (slice, length) = writer.slice
        for count in 0...slice.count {
            if count >= length {
                #expect(try reader.clearLength(ofSlice: slice.prefix(count), at: 7) == length, comment)
            } else {
                #expect(isTruncated { try reader.clearLength(ofSlice: slice.prefix(count), at: 7) }, comment)
            }
        }
    }

    @Test func measuresRandomHeaders() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 { try expectLengths(.random(&random), "seed \(seed)") }
    }

    @Test func followsSetsThatChange() throws {
        var writer = AVCSliceWriter()
        var reader = AVCSliceHeaderReader()
        try reader.store(parameterSet: writer.sequenceSet[...], at: 0)
        try reader.store(parameterSet: writer.pictureSet[...], at: 0)
        #expect(try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) == 5)
        writer.frameNumberWidth = 16
        try reader.store(parameterSet: writer.sequenceSet[...], at: 0)
        #expect(try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) == 7)
        writer.hasDeblocking = true
        try reader.store(parameterSet: writer.pictureSet[...], at: 0)
        #expect(try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) == 9)
    }

    @Test func needsSetsOfTheirIdentifiers() throws {
        let writer = AVCSliceWriter()
        var reader = AVCSliceHeaderReader()
        let slice = writer.slice.bytes
        #expect(throws: ParseError.missing(offset: 3, "picture parameter set 9")) {
            try reader.clearLength(ofSlice: slice[...], at: 3)
        }
        try reader.store(parameterSet: writer.pictureSet[...], at: 0)
        #expect(throws: ParseError.missing(offset: 3, "sequence parameter set 3")) {
            try reader.clearLength(ofSlice: slice[...], at: 3)
        }
    }

    /// nal_unit_type 2 to 4, 14, 15, 19, 20; forbidden_zero_bit.
    @Test(arguments: [0x22, 0x23, 0x24, 0x2E, 0x2F, 0x33, 0x34, 0xA1] as [UInt8])
    func refusesWhatIsNoSlice(header: UInt8) throws {
        let writer = AVCSliceWriter()
        var reader = AVCSliceHeaderReader()
        try reader.store(parameterSet: writer.sequenceSet[...], at: 0)
        try reader.store(parameterSet: writer.pictureSet[...], at: 0)
        let slice = [header] + writer.slice.bytes.dropFirst()
        #expect(isInvalid { try reader.clearLength(ofSlice: slice[...], at: 0) })
    }

    static let refusals: [Case] = [
        Case("slice type 10", 0) { $0.type = 10 },
        Case("33 references", 0) { ($0.type, $0.counts) = (5, [33, 1]) },
        Case("modification 4", 0) { ($0.type, $0.modifications) = (5, [[(4, 0)], nil]) },
        Case("67 modifications", 0) {
            $0.type = 5
            $0.modifications = [[(UInt64, UInt64)](repeating: (0, 0), count: 67), nil]
        },
        Case("operation 7", 0) { ($0.reference, $0.marking) = (1, [(7, [])]) },
        Case("67 operations", 0) {
            ($0.reference, $0.marking) = (1, [(UInt64, [UInt64])](repeating: (5, []), count: 67))
        },
        Case("deblocking 3", 0) { ($0.hasDeblocking, $0.deblocking) = (true, 3) },
        Case("redundant 128", 0) { ($0.hasRedundant, $0.redundant) = (true, 128) },
    ]

    @Test(arguments: refusals)
    func refusesExcludedValues(_ sample: Case) throws {
        var writer = AVCSliceWriter()
        sample.change(&writer)
        var reader = AVCSliceHeaderReader()
        try reader.store(parameterSet: writer.sequenceSet[...], at: 0)
        try reader.store(parameterSet: writer.pictureSet[...], at: 0)
        #expect(isInvalid { try reader.clearLength(ofSlice: writer.slice.bytes[...], at: 0) })
    }

    static let setRefusals: [Case] = [
        Case("chroma 4", 0) { $0.chroma = 4 },
        Case("frame number of 17 bits", 0) { $0.frameNumberWidth = 17 },
        Case("order type 3", 0) { $0.orderType = 3 },
        Case("order count of 17 bits", 0) { $0.orderWidth = 17 },
        Case("4097 columns", 0) { $0.columns = 4097 },
        Case("nine groups", 0) { $0.groups = 9 },
        Case("map type 7", 0) { ($0.groups, $0.mapType) = (2, 7) },
        Case("33 references", 0) { $0.defaultCounts = [33, 1] },
        Case("weights 3", 0) { $0.bipredictionWeights = 3 },
    ]

    @Test(arguments: setRefusals)
    func refusesSets(_ sample: Case) throws {
        var writer = AVCSliceWriter()
        sample.change(&writer)
        var reader = AVCSliceHeaderReader()
        #expect(
            isInvalid {
                try reader.store(parameterSet: writer.sequenceSet[...], at: 0)
                try reader.store(parameterSet: writer.pictureSet[...], at: 0)
            }
        )
    }
}
