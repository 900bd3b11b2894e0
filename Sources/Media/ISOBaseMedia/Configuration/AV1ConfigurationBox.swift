package import Bitstreams

/// `av1C`: the AV1 codec configuration (AV1 codec ISO media file format binding, 2.3.3).
package struct AV1ConfigurationBox: Hashable, Sendable {
    /// seq_profile: 0 main, 1 high, 2 professional.
    package let profile: UInt8
    /// seq_level_idx_0.
    package let level: UInt8
    /// seq_tier_0: indicates whether the stream is of the high tier.
    package let isHighTier: Bool
    /// The bit depth of the samples: 8, 10 or 12.
    package let bitDepth: Int
    /// configOBUs: OBUs that apply to all samples, such as the sequence header; often empty.
    package let configurationOBUs: ArraySlice<UInt8>

    /// Reads the box body.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        // marker (1) and version
        try reader.expectConfigurationVersion(0x81, of: box)
        let first = try reader.uint8()
        let second = try reader.uint8()
        try reader.skip(1)
        profile = first >> 5
        level = first & 0x1F
        isHighTier = second & 0x80 != 0
        let isHighBitDepth = second & 0x40 != 0
        let isTwelveBit = second & 0x20 != 0
        bitDepth = isHighBitDepth ? isTwelveBit ? 12 : 10 : 8
        configurationOBUs = reader.remainingBytes
    }
}
