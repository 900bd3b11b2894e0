package import Bitstreams

/// `hvcC`: how HEVC is coded (ISO/IEC 14496-15, 8.3.3.1).
package struct HEVCConfigurationBox: Hashable, Sendable {
    /// general_profile_space to general_level_idc, 12 bytes as in a parameter set (ITU-T H.265, 7.3.3).
    package let profileTierLevel: ArraySlice<UInt8>
    /// Where they stand in the stream.
    package let profileTierLevelOffset: UInt64

    /// Reads the fields in front of the parameter sets.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        try reader.configurationVersion(1, of: box)
        profileTierLevelOffset = reader.offset
        profileTierLevel = try reader.take(12)
        // to numOfArrays
        try reader.skip(10)
    }
}
