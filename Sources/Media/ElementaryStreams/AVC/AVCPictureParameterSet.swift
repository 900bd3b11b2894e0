import Bitstreams

/// The part of an AVC picture parameter set that the syntax of slice headers depends on (ITU-T H.264,
/// 7.3.2.2).
///
/// The fields after it, transforms and scaling lists, do not affect slice headers.
struct AVCPictureParameterSet: Hashable, Sendable {
    /// pic_parameter_set_id, 0 to 255.
    let identifier: Int
    /// seq_parameter_set_id, 0 to 31.
    let sequenceParameterSetID: Int
    /// entropy_coding_mode_flag.
    let usesCABAC: Bool
    /// bottom_field_pic_order_in_frame_present_flag.
    let hasBottomFieldOrder: Bool
    /// SliceGroupChangeRate, or nil if slice groups do not change from picture to picture.
    let sliceGroupChangeRate: Int?
    /// The default numbers of active entries in both reference lists, for slices that do not override them.
    let defaultReferenceCounts: [Int]
    /// weighted_pred_flag: P and SP slices have weights.
    let weightsPredictedSlices: Bool
    /// weighted_bipred_idc is 1: B slices have weights.
    let weightsBipredictedSlices: Bool
    /// deblocking_filter_control_present_flag.
    let hasDeblockingControl: Bool
    /// redundant_pic_cnt_present_flag.
    let hasRedundantPictures: Bool

    /// The largest pic_parameter_set_id.
    static let largestIdentifier = 255

    /// Parses a picture parameter set.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    init(_ unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        try reader.skip(AVCNALUnitKind.headerSize * 8)
        identifier = try reader.number("pic_parameter_set_id", atMost: Self.largestIdentifier)
        sequenceParameterSetID = try reader.number(
            "seq_parameter_set_id",
            atMost: AVCSequenceParameterSet.largestIdentifier
        )
        usesCABAC = try reader.flag()
        hasBottomFieldOrder = try reader.flag()
        sliceGroupChangeRate = try AVCSliceGroups.changeRate(&reader)
        let first = try reader.number("num_ref_idx_l0_default_active_minus1", atMost: 31) + 1
        let second = try reader.number("num_ref_idx_l1_default_active_minus1", atMost: 31) + 1
        defaultReferenceCounts = [first, second]
        weightsPredictedSlices = try reader.flag()
        weightsBipredictedSlices = try reader.bits(2, "weighted_bipred_idc", atMost: 2) == 1
        // pic_init_qp_minus26, pic_init_qs_minus26, chroma_qp_index_offset
        try reader.skipNumbers(3)
        hasDeblockingControl = try reader.flag()
        // constrained_intra_pred_flag
        try reader.skip(1)
        hasRedundantPictures = try reader.flag()
    }
}

/// The slice groups in a picture parameter set of AVC (ITU-T H.264, 7.3.2.2).
enum AVCSliceGroups {
    /// The largest number of map units, 4096 x 4096, far above that of real pictures.
    private static let maximumMapUnits = 1 << 24

    /// Reads num_slice_groups_minus1 and the fields that depend on it.
    ///
    /// - Returns: SliceGroupChangeRate for map types 3 to 5, otherwise nil.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    static func changeRate(_ reader: inout NALUnitBitReader) throws(ParseError) -> Int? {
        let groupCount = try reader.number("num_slice_groups_minus1", atMost: 7) + 1
        guard groupCount > 1 else { return nil }
        switch try reader.number("slice_group_map_type", atMost: 6) {
        case 0:
            // run_length_minus1
            try reader.skipNumbers(groupCount)
        case 2:
            // top_left and bottom_right; the last group takes the rest.
            try reader.skipNumbers(2 * (groupCount - 1))
        case 3, 4, 5:
            // slice_group_change_direction_flag
            try reader.skip(1)
            return try reader.number("slice_group_change_rate_minus1", atMost: maximumMapUnits - 1) + 1
        case 6:
            let mapUnitCount =
                try reader.number("pic_size_in_map_units_minus1", atMost: maximumMapUnits - 1) + 1
            // slice_group_id
            try reader.skip(mapUnitCount * NALUnitBitReader.width(ofChoices: groupCount))
        default:
            break
        }
        return nil
    }
}
