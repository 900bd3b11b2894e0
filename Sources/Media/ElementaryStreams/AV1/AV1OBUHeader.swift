package import Bitstreams

/// What stands in front of the payload of an open bitstream unit of AV1: obu_header and obu_size (AV1, 5.3.2 and 5.3.3).
package struct AV1OBUHeader: Hashable, Sendable {
    /// The most bytes that it takes: two, and the size.
    package static let maximumLength = 2 + ByteReader.maximumLEB128Length

    /// obu_type.
    package let type: AV1OBUType
    /// temporal_id and spatial_id; nil without extension.
    package let layer: AV1Layer?
    /// obu_size, in bytes; nil where the unit takes all that is left.
    package let payloadLength: UInt32?
    /// Bytes of the header, with the size.
    package let length: Int

    /// - Parameters:
    ///   - bytes: the start of the unit; no more than `maximumLength` bytes are looked at.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
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
