import Bitstreams

/// The part of timing_info and decoder_model_info that frame headers depend on (AV1, 5.5.1 and 5.5.3).
struct AV1TimingInfo {
    /// The decoder model, or nil if decoder_model_info_present_flag is not set.
    let decoderModel: AV1DecoderModel?
    /// Indicates whether frame headers have frame_presentation_time.
    let hasPresentationTimes: Bool

    /// Parses timing and decoder model, or returns nil if timing_info_present_flag is not set.
    ///
    /// - Parameter reader: positioned at timing_info_present_flag; advanced past decoder_model_info.
    /// - Throws: `ParseError` if bits are missing.
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
