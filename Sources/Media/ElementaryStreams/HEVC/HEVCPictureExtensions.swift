import Bitstreams

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
