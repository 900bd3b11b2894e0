import Bitstreams

/// The bit depth, planes and chroma subsampling of a sequence, color_config (AV1, 5.5.2).
package struct AV1ColorConfiguration: Hashable, Sendable {
    /// BitDepth: 8, 10 or 12.
    package let bitDepth: Int
    /// mono_chrome.
    package let isMonochrome: Bool
    /// subsampling_x: chroma has half the width.
    package let halvesWidth: Bool
    /// subsampling_y: chroma has half the height.
    package let halvesHeight: Bool
    /// transfer_characteristics, or 2 (unspecified) if they are not signalled.
    package let transferCharacteristics: UInt8
    /// separate_uv_delta_q.
    let hasSeparateChromaQuantizers: Bool

    /// color_primaries, transfer_characteristics and matrix_coefficients of sRGB: CP_BT_709, TC_SRGB,
    /// MC_IDENTITY.
    ///
    /// These imply that chroma is not subsampled.
    private static let sRGB: UInt64 = 1 << 16 | 13 << 8 | 0
    /// The same three fields, all unspecified.
    private static let unspecified: UInt64 = 2 << 16 | 2 << 8 | 2

    /// Parses color_config.
    ///
    /// - Parameters:
    ///   - reader: positioned at color_config; advanced past it.
    ///   - profile: seq_profile, 0 to 2.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout BitReader, profile: UInt8) throws(ParseError) {
        let hasHighBitDepth = try reader.flag()
        let hasTwelveBits = try profile == 2 && hasHighBitDepth ? reader.flag() : false
        bitDepth = hasTwelveBits ? 12 : hasHighBitDepth ? 10 : 8
        isMonochrome = try profile == 1 ? false : reader.flag()
        let description = try reader.flag() ? reader.bits(24) : Self.unspecified
        transferCharacteristics = UInt8(description >> 8 & 0xFF)
        if isMonochrome {
            // color_range
            try reader.skip(1)
            (halvesWidth, halvesHeight) = (true, true)
            hasSeparateChromaQuantizers = false
            return
        }
        if description == Self.sRGB {
            (halvesWidth, halvesHeight) = (false, false)
        } else {
            // color_range
            try reader.skip(1)
            (halvesWidth, halvesHeight) = try Self.subsampling(&reader, profile: profile, bitDepth: bitDepth)
            // chroma_sample_position
            if halvesWidth && halvesHeight { try reader.skip(2) }
        }
        hasSeparateChromaQuantizers = try reader.flag()
    }

    private static func subsampling(
        _ reader: inout BitReader,
        profile: UInt8,
        bitDepth: Int
    ) throws(ParseError) -> (Bool, Bool) {
        switch (profile, bitDepth) {
        case (0, _): return (true, true)
        case (1, _): return (false, false)
        case (_, 12):
            let halvesWidth = try reader.flag()
            return (halvesWidth, try halvesWidth ? reader.flag() : false)
        default: return (true, false)
        }
    }
}
