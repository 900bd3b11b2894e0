import Bitstreams

/// Quantizers and filters (AV1, 5.9.11 to 5.9.21).
extension AV1FrameHeaderParser {
    /// Reads quantization_params to read_tx_mode.
    ///
    /// - Parameter size: the size of the frame.
    /// - Returns: the segmentation parameters of the frame.
    /// - Throws: `ParseError` if bits are missing; `.missing` if the primary reference frame was not seen.
    mutating func readQuantizationAndFilters(_ size: AV1FrameSize) throws(ParseError) -> AV1Segmentation {
        let offset = reader.offset
        let quantization = try AV1Quantization(&reader, color: sequence.color)
        let previous = try primaryReference.map { index throws(ParseError) in
            try references.frame(referenceSlots[index], at: offset).segmentation
        }
        let segmentation = try AV1Segmentation(&reader, previous: previous)
        try readQuantizerDeltas(quantization)
        let isLossless = quantization.isLossless(segmentation)
        if !isLossless && !allowsIntraBlockCopy {
            try readLoopFilter()
            if sequence.hasDirectionalEnhancement { try readDirectionalEnhancement() }
        }
        let isAllLossless = isLossless && !size.isUpscaled
        if !isAllLossless && !allowsIntraBlockCopy && sequence.hasRestoration { try readRestoration() }
        // tx_mode_select
        if !isLossless { try reader.skip(1) }
        return segmentation
    }

    /// Reads delta_q_params and delta_lf_params.
    private mutating func readQuantizerDeltas(_ quantization: AV1Quantization) throws(ParseError) {
        guard quantization.baseIndex > 0, try reader.flag() else { return }
        // delta_q_res
        try reader.skip(2)
        // delta_lf_present: delta_lf_res, delta_lf_multi
        if !allowsIntraBlockCopy, try reader.flag() { try reader.skip(3) }
    }

    /// Reads loop_filter_params.
    private mutating func readLoopFilter() throws(ParseError) {
        // loop_filter_level: with chroma, two more levels follow unless both of luma are 0
        let levels = try reader.bits(12)
        if !sequence.color.isMonochrome && levels != 0 { try reader.skip(12) }
        // loop_filter_sharpness
        try reader.skip(3)
        // loop_filter_delta_enabled, loop_filter_delta_update
        guard try reader.flag(), try reader.flag() else { return }
        // update_ref_delta of eight references, update_mode_delta of two modes
        for _ in 0..<10 where try reader.flag() { try reader.skip(1 + 6) }
    }

    /// Reads cdef_params.
    private mutating func readDirectionalEnhancement() throws(ParseError) {
        // cdef_damping_minus_3
        try reader.skip(2)
        let bits = Int(try reader.bits(2))
        try reader.skip((sequence.color.isMonochrome ? 6 : 12) << bits)
    }

    /// Reads lr_params.
    private mutating func readRestoration() throws(ParseError) {
        let luma = try reader.bits(2)
        let chroma = try sequence.color.isMonochrome ? 0 : reader.bits(4)
        guard luma != 0 || chroma != 0 else { return }
        // lr_unit_shift, lr_unit_extra_shift
        if try reader.flag() && !sequence.hasLargeSuperblocks { try reader.skip(1) }
        // lr_uv_shift
        if sequence.color.halvesWidth && sequence.color.halvesHeight && chroma != 0 { try reader.skip(1) }
    }
}
