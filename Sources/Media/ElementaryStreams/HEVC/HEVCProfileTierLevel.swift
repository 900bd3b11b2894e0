package import Bitstreams

/// The general part of HEVC profile_tier_level, 12 bytes (ITU-T H.265, 7.3.3).
package struct HEVCProfileTierLevel: Hashable, Sendable {
    /// The size, in bytes.
    static let size = 12

    /// general_profile_space, 0 to 3.
    package let profileSpace: UInt8
    /// general_tier_flag.
    package let isHighTier: Bool
    /// general_profile_idc.
    package let profile: UInt8
    /// general_profile_compatibility_flag 0 to 31, the first in the highest bit.
    package let compatibility: UInt32
    /// The six bytes of constraint flags, from general_progressive_source_flag on.
    package let constraints: [UInt8]
    /// general_level_idc, thirty times the level.
    package let level: UInt8

    /// Parses the general part.
    ///
    /// - Parameters:
    ///   - bytes: at least 12 bytes.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes, at: offset)
        let first = try reader.uint8()
        profileSpace = first >> 6
        isHighTier = first & 0x20 != 0
        profile = first & 0x1F
        compatibility = try reader.uint32()
        constraints = Array(try reader.read(6))
        level = try reader.uint8()
    }

    /// Parses profile_tier_level of a sequence parameter set, and skips the parts of sub-layers.
    ///
    /// - Parameters:
    ///   - reader: positioned at general_profile_space; advanced past profile_tier_level.
    ///   - subLayersMinus1: sps_max_sub_layers_minus1.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout NALUnitBitReader, subLayersMinus1: Int) throws(ParseError) {
        let offset = reader.offset
        var bytes: [UInt8] = []
        for _ in 0..<Self.size { bytes.append(UInt8(try reader.bits(8))) }
        try self.init(bytes[...], at: offset)
        guard subLayersMinus1 > 0 else { return }
        var bitCount = 0
        for _ in 0..<subLayersMinus1 {
            if try reader.flag() { bitCount += 88 }
            if try reader.flag() { bitCount += 8 }
        }
        // The flags always take the bits of eight sub-layers.
        try reader.skip(2 * (8 - subLayersMinus1) + bitCount)
    }
}
