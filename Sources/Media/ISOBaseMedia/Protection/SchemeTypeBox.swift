package import Bitstreams
package import ProtectionTerms

/// `schm`: the protection scheme (ISO/IEC 14496-12, 8.12.5).
package struct SchemeTypeBox: Hashable, Sendable {
    /// scheme_type.
    package let type: FourCharacterCode
    /// scheme_version: the major version in the upper and the minor in the lower 16 bits.
    let version: UInt32

    /// Creates the box of a common encryption scheme, in version 1.0 of the scheme.
    package init(_ scheme: ProtectionScheme) {
        type = scheme.type
        version = 0x0001_0000
    }

    /// Reads the body, version 0, without the optional scheme_uri, which is for humans.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        type = try FourCharacterCode(&reader)
        version = try reader.uint32()
    }

    /// The box as a tree.
    package var node: BoxNode {
        BoxNode(
            "schm",
            fields: [0, 0, 0, 0] + [UInt8](bigEndian: type.rawValue) + [UInt8](bigEndian: version)
        )
    }
}
