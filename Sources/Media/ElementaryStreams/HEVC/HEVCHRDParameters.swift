import Bitstreams

/// The hypothetical reference decoder parameters of HEVC: hrd_parameters with the part that all sub-layers
/// share (ITU-T H.265, E.2.2).
enum HEVCHRDParameters {
    /// The fields of the shared part that the parts of sub-layers depend on.
    private struct Buffers {
        /// The number of set flags among nal_hrd_parameters_present_flag and vcl_hrd_parameters_present_flag.
        var kindCount = 0
        /// sub_pic_hrd_params_present_flag.
        var hasSubPictures = false
    }

    /// Skips hrd_parameters.
    ///
    /// - Parameters:
    ///   - reader: positioned at nal_hrd_parameters_present_flag; advanced past hrd_parameters.
    ///   - subLayersMinus1: sps_max_sub_layers_minus1.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    static func skip(_ reader: inout NALUnitBitReader, subLayersMinus1: Int) throws(ParseError) {
        let buffers = try readCommon(&reader)
        for _ in 0...subLayersMinus1 { try skipSubLayer(&reader, buffers) }
    }

    private static func readCommon(_ reader: inout NALUnitBitReader) throws(ParseError) -> Buffers {
        var buffers = Buffers()
        buffers.kindCount = try (reader.flag() ? 1 : 0) + (reader.flag() ? 1 : 0)
        guard buffers.kindCount > 0 else { return buffers }
        buffers.hasSubPictures = try reader.flag()
        // tick_divisor_minus2, du_cpb_removal_delay_increment_length_minus1, sub_pic_cpb_params_in_pic_timing_sei_flag,
        // dpb_output_delay_du_length_minus1
        if buffers.hasSubPictures { try reader.skip(8 + 5 + 1 + 5) }
        // bit_rate_scale, cpb_size_scale
        try reader.skip(4 + 4)
        // cpb_size_du_scale
        if buffers.hasSubPictures { try reader.skip(4) }
        // initial_cpb_removal_delay_length_minus1, au_cpb_removal_delay_length_minus1, dpb_output_delay_length_minus1
        try reader.skip(5 + 5 + 5)
        return buffers
    }

    private static func skipSubLayer(_ reader: inout NALUnitBitReader, _ buffers: Buffers) throws(ParseError)
    {
        // fixed_pic_rate_general_flag, which implies fixed_pic_rate_within_cvs_flag
        let isFixedInGeneral = try reader.flag()
        let hasFixedRate = try reader.flag(if: !isFixedInGeneral, otherwise: true)
        var hasLowDelay = false
        if hasFixedRate {
            // elemental_duration_in_tc_minus1
            try reader.skipNumbers(1)
        } else {
            hasLowDelay = try reader.flag()
        }
        let cpbCount = try hasLowDelay ? 1 : reader.number("cpb_cnt_minus1", atMost: 31) + 1
        for _ in 0..<(buffers.kindCount * cpbCount) {
            // bit_rate_value_minus1, cpb_size_value_minus1, and cpb_size_du_value_minus1, bit_rate_du_value_minus1
            try reader.skipNumbers(buffers.hasSubPictures ? 4 : 2)
            // cbr_flag
            try reader.skip(1)
        }
    }
}
