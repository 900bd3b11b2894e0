package import Bitstreams

/// `avcC`: the AVC decoder configuration (ISO/IEC 14496-15, 5.3.3.1).
package struct AVCConfigurationBox: Hashable, Sendable {
    /// AVCProfileIndication.
    package let profile: UInt8
    /// profile_compatibility: the constraint flags.
    package let constraints: UInt8
    /// AVCLevelIndication: ten times the level.
    package let level: UInt8

    /// Reads the fields before the parameter sets.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        try reader.expectConfigurationVersion(1, of: box)
        profile = try reader.uint8()
        constraints = try reader.uint8()
        level = try reader.uint8()
        try reader.skip(2)
    }
}

extension ByteReader {
    /// Reads the first byte of a decoder configuration and throws unless it is the only known version.
    mutating func expectConfigurationVersion(_ expected: UInt8, of box: Box) throws(ParseError) {
        let start = offset
        let version = try uint8()
        guard version == expected else {
            throw .invalid(
                offset: start,
                field: "version of '\(box.type)'",
                found: "\(version)",
                expected: "\(expected)"
            )
        }
    }
}
