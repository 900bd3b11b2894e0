import Bitstreams

/// The extensions of an HEVC sequence parameter set (ITU-T H.265, 7.3.2.2.2 and 7.3.2.2.3).
enum HEVCSequenceExtensions {
    /// The largest number of palette predictor entries, far above the limit of profiles, 128.
    private static let paletteLimit = 1 << 12

    /// Reads the extensions, from sps_extension_present_flag on.
    ///
    /// - Parameters:
    ///   - reader: positioned at the flag; advanced past the last field that slice headers depend on.
    ///   - format: the sample format.
    /// - Returns: true if motion_vector_resolution_control_idc is 2.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    static func readIntegerMotionVectorControl(
        _ reader: inout NALUnitBitReader,
        format: HEVCSampleFormat
    ) throws(ParseError) -> Bool {
        let flags = try HEVCExtensionFlags(ifPresent: &reader)
        // The nine flags of the range extension affect slice data, not slice headers.
        if flags.hasRange { try reader.skip(9) }
        guard flags.hasScreenContent else { return false }
        // sps_curr_pic_ref_enabled_flag
        try reader.skip(1)
        if try reader.flag() { try skipPalette(&reader, format: format) }
        return try reader.bits(2, "motion_vector_resolution_control_idc", atMost: 2) == 2
    }

    private static func skipPalette(
        _ reader: inout NALUnitBitReader,
        format: HEVCSampleFormat
    ) throws(ParseError) {
        // palette_max_size, delta_palette_max_predictor_size
        try reader.skipNumbers(2)
        guard try reader.flag() else { return }
        let entries =
            try reader.number("sps_num_palette_predictor_initializers_minus1", atMost: paletteLimit - 1) + 1
        let chromaDepths = format.chroma.format == .monochrome ? 0 : 2 * format.chromaDepth
        try reader.skip(entries * (format.lumaDepth + chromaDepths))
    }
}
