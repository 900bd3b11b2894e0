package import Bitstreams

/// The header of an AV1 open bitstream unit (OBU): obu_header and obu_size (AV1, 5.3.2 and 5.3.3).
package struct AV1OBUHeader: Hashable, Sendable {
    /// The largest size of a header, in bytes: two, and obu_size.
    package static let maximumLength = 2 + ByteReader.maximumLEB128Length

    /// obu_type.
    package let type: AV1OBUType
    /// temporal_id and spatial_id, or nil without an extension header.
    package let layer: AV1Layer?
    /// obu_size in bytes, or nil if the OBU takes all remaining bytes.
    package let payloadLength: UInt32?
    /// The length of the header in bytes, obu_size included.
    package let length: Int

    /// Parses the header of an OBU.
    ///
    /// - Parameters:
    ///   - bytes: the start of the OBU, of which at most `maximumLength` bytes are read.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes, at: offset)
        let first = try reader.uint8()
        guard first & 0x80 == 0 else {
            throw .invalid(offset: offset, field: "obu_forbidden_bit", found: "1", expected: "0")
        }
        type = AV1OBUType(rawValue: first >> 3 & 0xF)
        layer = try first & 0x04 == 0 ? nil : AV1Layer(extensionHeader: reader.uint8())
        payloadLength = try first & 0x02 == 0 ? nil : reader.leb128()
        length = bytes.count - reader.count
    }
}

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
