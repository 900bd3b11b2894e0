package import Bitstreams

/// `av1C`: how AV1 is coded (AV1 codec ISO media file format binding, 2.3.3).
package struct AV1ConfigurationBox: Hashable, Sendable {
    /// seq_profile: 0 main, 1 high, 2 professional.
    package let profile: UInt8
    /// seq_level_idx_0.
    package let level: UInt8
    /// seq_tier_0: whether it is the high tier.
    package let isHighTier: Bool
    /// Bits of a sample: 8, 10 or 12.
    package let bitDepth: Int
    /// configOBUs: OBUs that hold for all samples, such as the sequence header; often none.
    package let configurationUnits: ArraySlice<UInt8>

    /// Reads the body.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        // marker, which is 1, and version
        try reader.configurationVersion(0x81, of: box)
        let first = try reader.uint8()
        let second = try reader.uint8()
        try reader.skip(1)
        profile = first >> 5
        level = first & 0x1F
        isHighTier = second & 0x80 != 0
        let isHighBitDepth = second & 0x40 != 0
        let isTwelveBit = second & 0x20 != 0
        bitDepth = isHighBitDepth ? isTwelveBit ? 12 : 10 : 8
        configurationUnits = reader.rest
    }
}
