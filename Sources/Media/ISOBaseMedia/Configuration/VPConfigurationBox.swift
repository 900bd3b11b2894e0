package import Bitstreams

/// `vpcC`: how VP9 is coded (VP codec ISO media file format binding, version 1.0).
package struct VPConfigurationBox: Hashable, Sendable {
    /// 0 to 3.
    package let profile: UInt8
    /// Ten times the level.
    package let level: UInt8
    /// Bits of a sample: 8, 10 or 12.
    package let bitDepth: UInt8

    /// Reads the fields in front of the colours.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, newest: 1)
        profile = try reader.uint8()
        level = try reader.uint8()
        bitDepth = try reader.uint8() >> 4
    }
}
