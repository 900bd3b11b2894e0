package import Bitstreams

/// The version and flags at the start of the body of a full box (ISO/IEC 14496-12, 4.2).
package struct FullBoxHeader: Hashable, Sendable {
    /// The version, which selects the layout of the body.
    package let version: UInt8
    /// The 24 flags.
    package let flags: UInt32

    /// Reads version and flags.
    ///
    /// - Parameters:
    ///   - reader: a reader at the start of the box body.
    ///   - maximumVersion: the newest version of this box type that the caller can parse.
    /// - Throws: `ParseError` if bytes are missing or the version is newer than `maximumVersion`.
    package init(_ reader: inout ByteReader, maximumVersion: UInt8) throws(ParseError) {
        let offset = reader.offset
        version = try reader.uint8()
        flags = try reader.uint24()
        guard version <= maximumVersion else {
            throw .invalid(
                offset: offset,
                field: "box version",
                found: "\(version)",
                expected: "at most \(maximumVersion)"
            )
        }
    }
}
