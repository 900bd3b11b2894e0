import Bitstreams

/// The widths of fields that describe buffers, decoder_model_info (AV1, 5.5.4); all in bits.
package struct AV1DecoderModel: Hashable, Sendable {
    /// Of decoder_buffer_delay and encoder_buffer_delay.
    let bufferDelayLength: Int
    /// Of buffer_removal_time.
    let bufferRemovalTimeLength: Int
    /// Of frame_presentation_time.
    let framePresentationTimeLength: Int

    /// - Parameter reader: stands at decoder_model_info.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    init(_ reader: inout BitReader) throws(ParseError) {
        bufferDelayLength = Int(try reader.bits(5)) + 1
        // num_units_in_decoding_tick
        try reader.skip(32)
        bufferRemovalTimeLength = Int(try reader.bits(5)) + 1
        framePresentationTimeLength = Int(try reader.bits(5)) + 1
    }
}
