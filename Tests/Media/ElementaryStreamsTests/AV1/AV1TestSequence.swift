/// A sequence header written by hand, with each part as bits in text; 64 x 64 samples by default.
struct AV1TestSequence {
    /// seq_profile, still_picture, reduced_still_picture_header.
    var profile = "000 0 0"
    /// timing_info_present_flag and the fields that depend on it.
    var timing = "0"
    /// initial_display_delay_present_flag, operating_points_cnt_minus_1, operating_point_idc, seq_level_idx.
    var operatingPoints = "0 00000 000000000000 00000"
    var width = 64
    var height = 64
    /// frame_id_numbers_present_flag and the two lengths.
    var frameIDs = "0"
    /// use_128x128_superblock.
    var largeSuperblocks = "0"
    /// enable_warped_motion.
    var warpedMotion = "0"
    /// OrderHintBits.
    var orderHintLength = 0
    /// enable_ref_frame_mvs.
    var referenceMotion = "0"
    /// seq_choose_screen_content_tools to seq_force_integer_mv.
    var screenContent = "0 0"
    /// enable_superres, enable_cdef, enable_restoration.
    var filters = "0 0 0"
    /// color_config: 8 bits, 4:2:0.
    var color = "0 0 0 0 00 0"
    /// film_grain_params_present.
    var grain = "0"

    /// The payload of the OBU.
    var bytes: [UInt8] {
        let isReduced = bits(profile).last == true
        let start = profile + (isReduced ? field(5, 5) : timing + operatingPoints)
        let size = field(12, 4) + field(12, 4) + field(width - 1, 13) + field(height - 1, 13)
        let hints = orderHintLength > 0
        // enable_interintra_compound to order_hint_bits_minus_1
        let tools =
            "00" + warpedMotion + "0" + (hints ? "1 0" + referenceMotion : "0") + screenContent
            + (hints ? field(orderHintLength - 1, 3) : "")
        let middle = (isReduced ? "" : frameIDs) + largeSuperblocks + "00" + (isReduced ? "" : tools)
        return payload(start + size + middle + filters + color + grain)
    }
}
