import Bitstreams

/// The widths, in bits, of fields that describe decoder buffers, from decoder_model_info (AV1, 5.5.4).
struct AV1DecoderModel: Hashable, Sendable {
    /// The width of decoder_buffer_delay and encoder_buffer_delay.
    let bufferDelayLength: Int
    /// The width of buffer_removal_time.
    let bufferRemovalTimeLength: Int
    /// The width of frame_presentation_time.
    let framePresentationTimeLength: Int

    /// Parses decoder_model_info.
    ///
    /// - Parameter reader: positioned at decoder_model_info; advanced past it.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout BitReader) throws(ParseError) {
        bufferDelayLength = Int(try reader.bits(5)) + 1
        // num_units_in_decoding_tick
        try reader.skip(32)
        bufferRemovalTimeLength = Int(try reader.bits(5)) + 1
        framePresentationTimeLength = Int(try reader.bits(5)) + 1
    }
}
