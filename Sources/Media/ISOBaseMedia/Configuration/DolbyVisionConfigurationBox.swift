package import Bitstreams

/// `dvcC`, `dvvC` and `dvwC`: the Dolby Vision configuration (Dolby Vision streams within the ISO base media
/// file format, 3.1 and 3.2).
package struct DolbyVisionConfigurationBox: Hashable, Sendable {
    /// The box types of the configuration, in ascending order of the profiles that use them.
    package static let types: [FourCharacterCode] = ["dvcC", "dvvC", "dvwC"]

    /// dv_profile.
    package let profile: UInt8
    /// dv_level.
    package let level: UInt8

    /// Reads profile and level.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        // dv_version_major and dv_version_minor
        try reader.skip(2)
        let word = try reader.uint16()
        profile = UInt8(word >> 9)
        level = UInt8(word >> 3 & 0x3F)
    }
}
