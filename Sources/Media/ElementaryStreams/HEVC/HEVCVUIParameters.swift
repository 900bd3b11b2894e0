import Bitstreams

/// The video usability information (VUI) of HEVC, vui_parameters (ITU-T H.265, E.2.1).
///
/// It is parsed to its end, because the extensions of the sequence parameter set follow it.
struct HEVCVUIParameters {
    /// The pixel aspect ratio and colors.
    let signal: VideoSignal
    /// field_seq_flag: pictures are fields.
    let hasFields: Bool

    /// Parses vui_parameters, and skips all fields except those for pixel aspect ratio, colors and field
    /// coding.
    ///
    /// - Parameters:
    ///   - reader: positioned at aspect_ratio_info_present_flag; advanced past vui_parameters.
    ///   - subLayersMinus1: sps_max_sub_layers_minus1.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    init(_ reader: inout NALUnitBitReader, subLayersMinus1: Int) throws(ParseError) {
        signal = try VideoSignal(&reader)
        // chroma_sample_loc_type_top_field, chroma_sample_loc_type_bottom_field
        if try reader.flag() { try reader.skipNumbers(2) }
        // neutral_chroma_indication_flag
        try reader.skip(1)
        hasFields = try reader.flag()
        // frame_field_info_present_flag
        try reader.skip(1)
        // the offsets of the default display window
        if try reader.flag() { try reader.skipNumbers(4) }
        if try reader.flag() { try Self.skipTiming(&reader, subLayersMinus1: subLayersMinus1) }
        if try reader.flag() {
            // tiles_fixed_structure_flag, motion_vectors_over_pic_boundaries_flag, restricted_ref_pic_lists_flag
            try reader.skip(3)
            // min_spatial_segmentation_idc, max_bytes_per_pic_denom, max_bits_per_min_cu_denom,
            // log2_max_mv_length_horizontal, log2_max_mv_length_vertical
            try reader.skipNumbers(5)
        }
    }

    private static func skipTiming(_ reader: inout NALUnitBitReader, subLayersMinus1: Int) throws(ParseError)
    {
        // vui_num_units_in_tick, vui_time_scale
        try reader.skip(64)
        // vui_num_ticks_poc_diff_one_minus1
        if try reader.flag() { try reader.skipNumbers(1) }
        if try reader.flag() { try HEVCHRDParameters.skip(&reader, subLayersMinus1: subLayersMinus1) }
    }
}
