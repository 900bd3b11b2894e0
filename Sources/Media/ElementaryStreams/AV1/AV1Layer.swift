/// The layer of an AV1 open bitstream unit (OBU), from obu_extension_header (AV1, 5.3.3).
package struct AV1Layer: Hashable, Sendable {
    /// The layer of OBUs without an extension header.
    static let base = Self(extensionHeader: 0)

    /// temporal_id: 0 to 7.
    package let temporalID: UInt8
    /// spatial_id: 0 to 3.
    package let spatialID: UInt8

    /// Parses an extension header.
    ///
    /// - Parameter extensionHeader: the byte obu_extension_header.
    package init(extensionHeader: UInt8) {
        temporalID = extensionHeader >> 5
        spatialID = extensionHeader >> 3 & 3
    }
}
