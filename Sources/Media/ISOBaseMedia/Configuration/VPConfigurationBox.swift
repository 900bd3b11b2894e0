package import Bitstreams

/// `vpcC`: the VP9 codec configuration (VP codec ISO media file format binding, version 1.0).
package struct VPConfigurationBox: Hashable, Sendable {
    /// The profile, 0 to 3.
    package let profile: UInt8
    /// The level times ten.
    package let level: UInt8
    /// The bit depth of the samples: 8, 10 or 12.
    package let bitDepth: UInt8

    /// Reads the fields before the color description.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 1)
        profile = try reader.uint8()
        level = try reader.uint8()
        bitDepth = try reader.uint8() >> 4
    }
}
