/// The layer that an open bitstream unit of AV1 belongs to (AV1, 5.3.3).
package struct AV1Layer: Hashable, Sendable {
    /// What belongs to no other layer.
    package static let base = Self(extensionHeader: 0)

    /// temporal_id: 0 to 7.
    package let temporalID: UInt8
    /// spatial_id: 0 to 3.
    package let spatialID: UInt8

    /// - Parameter extensionHeader: obu_extension_header.
    package init(extensionHeader: UInt8) {
        temporalID = extensionHeader >> 5
        spatialID = extensionHeader >> 3 & 3
    }
}
