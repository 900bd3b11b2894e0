import Bitstreams

/// An operating point: a set of layers that are decoded together (AV1, 5.5.1).
package struct AV1OperatingPoint: Hashable, Sendable {
    /// operating_point_idc: bits 0 to 7 select temporal layers and bits 8 to 11 spatial layers.
    ///
    /// It is 0 for everything in a stream without layers.
    let layers: UInt16
    /// decoder_model_present_for_this_op.
    let hasDecoderModel: Bool

    /// The operating point that reduced_still_picture_header implies.
    static let whole = AV1OperatingPoint(layers: 0, hasDecoderModel: false)

    private init(layers: UInt16, hasDecoderModel: Bool) {
        self.layers = layers
        self.hasDecoderModel = hasDecoderModel
    }

    /// Parses an operating point.
    ///
    /// - Parameters:
    ///   - reader: positioned at operating_point_idc; advanced to the next operating point.
    ///   - decoderModel: the decoder model of the sequence, or nil if it has none.
    ///   - hasDisplayDelay: initial_display_delay_present_flag.
    /// - Throws: `ParseError` if bits are missing.
    init(
        _ reader: inout BitReader,
        decoderModel: AV1DecoderModel?,
        hasDisplayDelay: Bool
    ) throws(ParseError) {
        layers = UInt16(try reader.bits(12))
        // seq_level_idx, and seq_tier from level 4.0 on
        if try reader.bits(5) > 7 { try reader.skip(1) }
        if let decoderModel {
            hasDecoderModel = try reader.flag()
            // operating_parameters_info (5.5.5): two delays and low_delay_mode_flag.
            if hasDecoderModel { try reader.skip(2 * decoderModel.bufferDelayLength + 1) }
        } else {
            hasDecoderModel = false
        }
        if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
    }

    /// Indicates whether OBUs of a layer are decoded.
    package func contains(_ layer: AV1Layer) -> Bool {
        layers == 0 || layers >> layer.temporalID & 1 == 1 && layers >> (layer.spatialID + 8) & 1 == 1
    }
}
