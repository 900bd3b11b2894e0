package import Bitstreams

/// `hvcC`: the HEVC decoder configuration (ISO/IEC 14496-15, 8.3.3.1).
package struct HEVCConfigurationBox: Hashable, Sendable {
    /// The fields general_profile_space to general_level_idc, 12 bytes coded as in a parameter set (ITU-T
    /// H.265, 7.3.3).
    package let profileTierLevel: ArraySlice<UInt8>
    /// The offset of `profileTierLevel` in the stream.
    package let profileTierLevelOffset: UInt64

    /// Reads the fields before the parameter sets.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        try reader.expectConfigurationVersion(1, of: box)
        profileTierLevelOffset = reader.offset
        profileTierLevel = try reader.read(12)
        // min_spatial_segmentation_idc to numOfArrays
        try reader.skip(10)
    }
}
