import Bitstreams

/// What the timing of a sequence adds to its headers: timing_info and decoder_model_info (AV1, 5.5.1 and 5.5.3).
struct AV1Timing {
    /// Nil where decoder_model_info_present_flag is not set.
    let decoderModel: AV1DecoderModel?
    /// Whether frame headers have frame_presentation_time.
    let hasPresentationTimes: Bool

    /// Nil where timing_info_present_flag is not set.
    ///
    /// - Parameter reader: stands at timing_info_present_flag.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    init?(ifPresent reader: inout BitReader) throws(ParseError) {
        guard try reader.flag() else { return nil }
        // num_units_in_display_tick, time_scale
        try reader.skip(64)
        let hasEqualIntervals = try reader.flag()
        // num_ticks_per_picture_minus_1
        if hasEqualIntervals { try reader.skipVariableLengthCode() }
        decoderModel = try reader.flag() ? AV1DecoderModel(&reader) : nil
        hasPresentationTimes = decoderModel != nil && !hasEqualIntervals
    }
}
