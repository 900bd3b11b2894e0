import Bitstreams

/// An HEVC picture parameter set of the base layer (ITU-T H.265, 7.3.2.3.1).
struct HEVCPictureParameterSet: Hashable, Sendable {
    /// pps_pic_parameter_set_id, 0 to 63.
    let identifier: Int
    /// pps_seq_parameter_set_id, 0 to 15.
    let sequenceParameterSetID: Int
    /// dependent_slice_segments_enabled_flag.
    let hasDependentSegments: Bool
    /// output_flag_present_flag.
    let hasOutputFlag: Bool
    /// num_extra_slice_header_bits.
    let extraSliceHeaderBits: Int
    /// cabac_init_present_flag.
    let hasCABACInitialization: Bool
    /// The default numbers of active entries in both reference lists, for slices that do not override them.
    let defaultReferenceCounts: [Int]
    /// pps_slice_chroma_qp_offsets_present_flag.
    let hasSliceChromaOffsets: Bool
    /// weighted_pred_flag: P slices have weights.
    let weightsPredictedSlices: Bool
    /// weighted_bipred_flag: B slices have weights.
    let weightsBipredictedSlices: Bool
    /// The tiles and wavefronts, for parallel decoding.
    let tilesAndWavefronts: HEVCTilesAndWavefronts
    /// pps_loop_filter_across_slices_enabled_flag.
    let filtersAcrossSlices: Bool
    /// deblocking_filter_override_enabled_flag.
    let overridesDeblocking: Bool
    /// pps_deblocking_filter_disabled_flag.
    let disablesDeblocking: Bool
    /// lists_modification_present_flag.
    let modifiesLists: Bool
    /// slice_segment_header_extension_present_flag.
    let hasSliceHeaderExtension: Bool
    /// The extension fields that slice headers depend on.
    let extensions: HEVCPictureExtensions

    /// The largest pps_pic_parameter_set_id.
    static let largestIdentifier = 63

    /// Parses a picture parameter set.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    init(_ unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        try reader.skip(HEVCNALUnitKind.headerSize * 8)
        identifier = try reader.number("pps_pic_parameter_set_id", atMost: Self.largestIdentifier)
        sequenceParameterSetID = try reader.number(
            "pps_seq_parameter_set_id",
            atMost: HEVCSequenceParameterSet.largestIdentifier
        )
        hasDependentSegments = try reader.flag()
        hasOutputFlag = try reader.flag()
        extraSliceHeaderBits = Int(try reader.bits(3))
        // sign_data_hiding_enabled_flag
        try reader.skip(1)
        hasCABACInitialization = try reader.flag()
        let first = try reader.number("num_ref_idx_l0_default_active_minus1", atMost: 14) + 1
        let second = try reader.number("num_ref_idx_l1_default_active_minus1", atMost: 14) + 1
        defaultReferenceCounts = [first, second]
        // init_qp_minus26, constrained_intra_pred_flag
        try reader.skipNumbers(1)
        try reader.skip(1)
        let hasTransformSkip = try reader.flag()
        // cu_qp_delta_enabled_flag, diff_cu_qp_delta_depth
        if try reader.flag() { try reader.skipNumbers(1) }
        // pps_cb_qp_offset, pps_cr_qp_offset
        try reader.skipNumbers(2)
        hasSliceChromaOffsets = try reader.flag()
        weightsPredictedSlices = try reader.flag()
        weightsBipredictedSlices = try reader.flag()
        // transquant_bypass_enabled_flag
        try reader.skip(1)
        tilesAndWavefronts = try HEVCTilesAndWavefronts(&reader)
        filtersAcrossSlices = try reader.flag()
        (overridesDeblocking, disablesDeblocking) = try Self.deblocking(&reader)
        if try reader.flag() { try HEVCScalingLists.skip(&reader) }
        modifiesLists = try reader.flag()
        // log2_parallel_merge_level_minus2
        try reader.skipNumbers(1)
        hasSliceHeaderExtension = try reader.flag()
        extensions = try HEVCPictureExtensions(&reader, hasTransformSkip: hasTransformSkip)
    }

    /// Reads deblocking_filter_control_present_flag and the fields that depend on it.
    private static func deblocking(
        _ reader: inout NALUnitBitReader
    ) throws(ParseError) -> (overrides: Bool, disables: Bool) {
        guard try reader.flag() else { return (false, false) }
        let overrides = try reader.flag()
        let disables = try reader.flag()
        // pps_beta_offset_div2, pps_tc_offset_div2
        if !disables { try reader.skipNumbers(2) }
        return (overrides, disables)
    }
}

/// The extensions of an HEVC picture parameter set (ITU-T H.265, 7.3.2.3.2 and 7.3.2.3.3).
struct HEVCPictureExtensions: Hashable, Sendable {
    /// chroma_qp_offset_list_enabled_flag.
    private(set) var hasChromaOffsetList = false
    /// pps_curr_pic_ref_enabled_flag: a picture can refer to itself.
    private(set) var refersToCurrentPicture = false
    /// pps_slice_act_qp_offsets_present_flag.
    private(set) var hasSliceColorTransformOffsets = false

    /// Reads pps_extension_present_flag to the last field that slice headers depend on.
    init(_ reader: inout NALUnitBitReader, hasTransformSkip: Bool) throws(ParseError) {
        let flags = try HEVCExtensionFlags(ifPresent: &reader)
        if flags.hasRange { try readRange(&reader, hasTransformSkip: hasTransformSkip) }
        guard flags.hasScreenContent else { return }
        refersToCurrentPicture = try reader.flag()
        // residual_adaptive_colour_transform_enabled_flag
        if try reader.flag() { hasSliceColorTransformOffsets = try reader.flag() }
    }

    private mutating func readRange(
        _ reader: inout NALUnitBitReader,
        hasTransformSkip: Bool
    ) throws(ParseError) {
        // log2_max_transform_skip_block_size_minus2
        if hasTransformSkip { try reader.skipNumbers(1) }
        // cross_component_prediction_enabled_flag
        try reader.skip(1)
        hasChromaOffsetList = try reader.flag()
        if hasChromaOffsetList {
            // diff_cu_chroma_qp_offset_depth
            try reader.skipNumbers(1)
            // cb_qp_offset_list, cr_qp_offset_list
            try reader.skipNumbers(2 * (try reader.number("chroma_qp_offset_list_len_minus1", atMost: 5) + 1))
        }
        // log2_sao_offset_scale_luma, log2_sao_offset_scale_chroma
        try reader.skipNumbers(2)
    }
}

/// The tiles and wavefronts in an HEVC picture parameter set (ITU-T H.265, 7.3.2.3.1).
struct HEVCTilesAndWavefronts: Hashable, Sendable {
    /// tiles_enabled_flag.
    private let hasTiles: Bool
    /// The number of tile columns.
    private let columns: Int
    /// The number of tile rows.
    private let rows: Int
    /// entropy_coding_sync_enabled_flag: each row of coding tree blocks is a substream.
    private let hasWavefront: Bool

    /// The largest number of tile columns or rows: one for each coding tree block across the largest picture.
    private static let limit = 1 << 13

    /// Reads tiles_enabled_flag to loop_filter_across_tiles_enabled_flag.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        hasTiles = try reader.flag()
        hasWavefront = try reader.flag()
        guard hasTiles else {
            (columns, rows) = (1, 1)
            return
        }
        columns = try reader.number("num_tile_columns_minus1", atMost: Self.limit - 1) + 1
        rows = try reader.number("num_tile_rows_minus1", atMost: Self.limit - 1) + 1
        // column_width_minus1 and row_height_minus1, without uniform_spacing_flag; the last column and row
        // take the rest.
        if try !reader.flag() { try reader.skipNumbers(columns - 1 + rows - 1) }
        // loop_filter_across_tiles_enabled_flag
        try reader.skip(1)
    }

    /// Indicates whether slice headers have entry points, the offsets of substreams.
    var hasEntryPoints: Bool { hasTiles || hasWavefront }

    /// Returns the largest num_entry_point_offsets of a slice (7.4.7.1).
    ///
    /// - Parameter blockRows: the number of rows of coding tree blocks in a picture.
    /// - Returns: the number of substreams in a picture, minus 1.
    func entryPointLimit(blockRows: Int) -> Int { columns * (hasWavefront ? blockRows : rows) - 1 }
}
