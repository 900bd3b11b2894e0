package import Bitstreams

/// Version and flags, which start the body of a full box (ISO/IEC 14496-12, 4.2).
package struct FullBoxHeader: Hashable, Sendable {
    /// Which layout the body has.
    package let version: UInt8
    /// 24 flags.
    package let flags: UInt32

    /// Reads both.
    ///
    /// - Parameters:
    ///   - reader: the body of the box.
    ///   - newest: the newest version of this box that its parser knows; a newer one is an error.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
    package init(_ reader: inout ByteReader, newest: UInt8) throws(ParseError) {
        let offset = reader.offset
        version = try reader.uint8()
        flags = try reader.uint24()
        guard version <= newest else {
            throw .invalid(
                offset: offset,
                field: "box version",
                found: "\(version)",
                expected: "at most \(newest)"
            )
        }
    }
}
