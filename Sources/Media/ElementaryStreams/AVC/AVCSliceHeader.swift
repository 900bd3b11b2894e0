import Bitstreams

/// The fields of an AVC slice header that do not depend on parameter sets (ITU-T H.264, 7.3.3).
struct AVCSliceHeaderStart: Hashable, Sendable {
    /// slice_type.
    let type: AVCSliceType
    /// pic_parameter_set_id.
    let pictureParameterSetID: Int

    /// Reads first_mb_in_slice, slice_type and pic_parameter_set_id.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        _ = try reader.unsignedExponentialGolomb()
        type = AVCSliceType(rawValue: try reader.number("slice_type", atMost: 9) % 5) ?? .intra
        pictureParameterSetID = try reader.number(
            "pic_parameter_set_id",
            atMost: AVCPictureParameterSet.largestIdentifier
        )
    }
}

/// The rest of an AVC slice header (ITU-T H.264, 7.3.3), parsed only to find its length.
struct AVCSliceHeader {
    var reader: NALUnitBitReader
    let nalUnitHeader: AVCNALUnitHeader
    let type: AVCSliceType
    let sequenceSet: AVCSequenceParameterSet
    let pictureSet: AVCPictureParameterSet

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - reader: positioned after pic_parameter_set_id.
    ///   - nalUnitHeader: the header of the NAL unit.
    ///   - type: slice_type.
    ///   - sequenceSet: the active sequence parameter set.
    ///   - pictureSet: the active picture parameter set.
    init(
        _ reader: NALUnitBitReader,
        nalUnitHeader: AVCNALUnitHeader,
        type: AVCSliceType,
        sequenceSet: AVCSequenceParameterSet,
        pictureSet: AVCPictureParameterSet
    ) {
        self.reader = reader
        self.nalUnitHeader = nalUnitHeader
        self.type = type
        self.sequenceSet = sequenceSet
        self.pictureSet = pictureSet
    }

    /// Reads the header to its end.
    ///
    /// - Returns: the number of bytes in the stream from the NAL unit header to the byte with the last bit.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    mutating func measure() throws(ParseError) -> Int {
        try readPicture()
        try readReferences()
        try readQuantization()
        if pictureSet.hasDeblockingControl, try reader.number("disable_deblocking_filter_idc", atMost: 2) != 1
        {
            // slice_alpha_c0_offset_div2, slice_beta_offset_div2
            try reader.skipNumbers(2)
        }
        if let rate = pictureSet.sliceGroupChangeRate {
            // slice_group_change_cycle: 0 to the number of cycles, of which the last may be partial.
            let cycles = (sequenceSet.mapUnitCount + rate - 1) / rate
            try reader.skip(NALUnitBitReader.width(ofChoices: cycles + 1))
        }
        return reader.consumedBytes
    }

    /// Reads the fields up to redundant_pic_cnt, which identify the picture of the slice.
    private mutating func readPicture() throws(ParseError) {
        // colour_plane_id
        if sequenceSet.hasSeparatePlanes { try reader.skip(2) }
        // frame_num
        try reader.skip(sequenceSet.frameNumberWidth)
        let isField = try reader.flag(if: !sequenceSet.hasFramesOnly)
        // bottom_field_flag
        if isField { try reader.skip(1) }
        if nalUnitHeader.isIDR { _ = try reader.number("idr_pic_id", atMost: 65535) }
        let hasBottom = pictureSet.hasBottomFieldOrder && !isField
        switch sequenceSet.pictureOrder {
        case .leastSignificantBits(let width):
            try reader.skip(width)
            // delta_pic_order_cnt_bottom
            if hasBottom { try reader.skipNumbers(1) }
        case .deltas:
            try reader.skipNumbers(hasBottom ? 2 : 1)
        case .none:
            break
        }
        if pictureSet.hasRedundantPictures { _ = try reader.number("redundant_pic_cnt", atMost: 127) }
    }

    /// Reads the fields from cabac_init_idc to slice_qs_delta.
    private mutating func readQuantization() throws(ParseError) {
        if pictureSet.usesCABAC, !type.isIntra { _ = try reader.number("cabac_init_idc", atMost: 2) }
        // slice_qp_delta
        try reader.skipNumbers(1)
        guard type.isSwitching else { return }
        // sp_for_switch_flag
        if type == .switchingPredicted { try reader.skip(1) }
        // slice_qs_delta
        try reader.skipNumbers(1)
    }
}

/// The fields of an AVC slice header about reference pictures.
extension AVCSliceHeader {
    /// The largest number of commands in a row: one for each of 32 fields and the end, with room to spare.
    private static let commandLimit = 66

    /// Reads the fields from direct_spatial_mv_pred_flag to dec_ref_pic_marking.
    mutating func readReferences() throws(ParseError) {
        // direct_spatial_mv_pred_flag
        if type == .bipredicted { try reader.skip(1) }
        if !type.isIntra {
            let counts = try readReferenceCounts()
            try readModifications()
            let isWeighted =
                type == .bipredicted ? pictureSet.weightsBipredictedSlices : pictureSet.weightsPredictedSlices
            if isWeighted { try readWeights(counts) }
        }
        if nalUnitHeader.isReference { try readMarking() }
    }

    /// Reads the numbers of active entries in both lists, from num_ref_idx_active_override_flag on.
    private mutating func readReferenceCounts() throws(ParseError) -> [Int] {
        var counts = pictureSet.defaultReferenceCounts
        guard try reader.flag() else { return counts }
        for list in 0..<type.listCount {
            counts[list] = try reader.number("num_ref_idx_active_minus1", atMost: 31) + 1
        }
        return counts
    }

    /// Reads ref_pic_list_modification (7.3.3.1).
    private mutating func readModifications() throws(ParseError) {
        for _ in 0..<type.listCount where try reader.flag() {
            try readCommands("modification_of_pic_nums_idc", atMost: 3, endCommand: 3) { _ in 1 }
        }
    }

    /// Reads pred_weight_table (7.3.3.2).
    private mutating func readWeights(_ counts: [Int]) throws(ParseError) {
        _ = try reader.number("luma_log2_weight_denom", atMost: 7)
        if sequenceSet.hasChroma { _ = try reader.number("chroma_log2_weight_denom", atMost: 7) }
        for list in 0..<type.listCount {
            for _ in 0..<counts[list] {
                if try reader.flag() { try reader.skipNumbers(2) }
                if sequenceSet.hasChroma, try reader.flag() { try reader.skipNumbers(4) }
            }
        }
    }

    /// Reads dec_ref_pic_marking (7.3.3.3).
    private mutating func readMarking() throws(ParseError) {
        if nalUnitHeader.isIDR {
            // no_output_of_prior_pics_flag, long_term_reference_flag
            try reader.skip(2)
        } else if try reader.flag() {
            try readCommands("memory_management_control_operation", atMost: 6, endCommand: 0) { command in
                switch command {
                case 3: 2
                case 5: 0
                default: 1
                }
            }
        }
    }

    /// Reads commands, each followed by its numbers, up to `endCommand`.
    private mutating func readCommands(
        _ field: StaticString,
        atMost limit: Int,
        endCommand: Int,
        numbers: (Int) -> Int
    ) throws(ParseError) {
        let start = reader.offset
        for _ in 0..<Self.commandLimit {
            let command = try reader.number(field, atMost: limit)
            if command == endCommand { return }
            try reader.skipNumbers(numbers(command))
        }
        throw .invalid(
            offset: start,
            field: "run of \(field)",
            found: "without an end",
            expected: "at most \(Self.commandLimit)"
        )
    }
}
