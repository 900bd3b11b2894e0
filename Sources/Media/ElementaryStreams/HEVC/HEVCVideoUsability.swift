import Bitstreams

/// vui_parameters of HEVC (ITU-T H.265, E.2.1), behind which the extensions of a sequence parameter set stand.
struct HEVCVideoUsability {
    /// Pixels and colours.
    let signal: VideoSignal
    /// field_seq_flag: pictures are fields.
    let hasFields: Bool

    /// Passes over it, but for what it says about pixels, colours and fields.
    ///
    /// - Parameters:
    ///   - reader: stands at aspect_ratio_info_present_flag.
    ///   - subLayers: sps_max_sub_layers_minus1.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    init(_ reader: inout NALUnitBitReader, subLayers: Int) throws(ParseError) {
        signal = try VideoSignal(&reader)
        // chroma_sample_loc_type_top_field, chroma_sample_loc_type_bottom_field
        if try reader.flag() { try reader.skipNumbers(2) }
        // neutral_chroma_indication_flag
        try reader.skip(1)
        hasFields = try reader.flag()
        // frame_field_info_present_flag
        try reader.skip(1)
        // The offsets of the default display window.
        if try reader.flag() { try reader.skipNumbers(4) }
        if try reader.flag() { try Self.skipTiming(&reader, subLayers: subLayers) }
        if try reader.flag() {
            // tiles_fixed_structure_flag, motion_vectors_over_pic_boundaries_flag, restricted_ref_pic_lists_flag
            try reader.skip(3)
            // min_spatial_segmentation_idc, max_bytes_per_pic_denom, max_bits_per_min_cu_denom,
            // log2_max_mv_length_horizontal, log2_max_mv_length_vertical
            try reader.skipNumbers(5)
        }
    }

    private static func skipTiming(_ reader: inout NALUnitBitReader, subLayers: Int) throws(ParseError) {
        // vui_num_units_in_tick, vui_time_scale
        try reader.skip(64)
        // vui_num_ticks_poc_diff_one_minus1
        if try reader.flag() { try reader.skipNumbers(1) }
        if try reader.flag() { try HEVCReferenceDecoder.skip(&reader, subLayers: subLayers) }
    }
}
