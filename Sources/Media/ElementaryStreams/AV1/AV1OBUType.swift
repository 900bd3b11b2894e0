/// The type of an AV1 open bitstream unit (OBU), obu_type (AV1, 6.2.2).
///
/// Types without a constant here are reserved; decoders ignore their OBUs.
package struct AV1OBUType: RawRepresentable, Hashable, Sendable {
    /// OBU_SEQUENCE_HEADER.
    package static let sequenceHeader = Self(rawValue: 1)
    /// OBU_TEMPORAL_DELIMITER.
    package static let temporalDelimiter = Self(rawValue: 2)
    /// OBU_FRAME_HEADER.
    package static let frameHeader = Self(rawValue: 3)
    /// OBU_TILE_GROUP.
    package static let tileGroup = Self(rawValue: 4)
    /// OBU_METADATA.
    static let metadata = Self(rawValue: 5)
    /// OBU_FRAME: a frame header and a tile group.
    package static let frame = Self(rawValue: 6)
    /// OBU_REDUNDANT_FRAME_HEADER.
    package static let redundantFrameHeader = Self(rawValue: 7)
    /// OBU_TILE_LIST, for large scale tile decoding.
    package static let tileList = Self(rawValue: 8)
    /// OBU_PADDING.
    static let padding = Self(rawValue: 15)

    /// The value of obu_type, 0 to 15.
    package let rawValue: UInt8

    /// Creates a type from the value of obu_type.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
