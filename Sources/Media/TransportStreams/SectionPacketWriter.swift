package import Bitstreams

/// A writer of packets that each hold one whole section.
package enum SectionPacketWriter {
    /// Replaces the payload of a packet with a section.
    ///
    /// In the header, payload_unit_start_indicator is set and adaptation_field_control adapted. An adaptation
    /// field without content is removed; one with content is kept without its stuffing. The rest of the
    /// packet is filled with 0xFF.
    ///
    /// - Parameters:
    ///   - section: the whole section.
    ///   - bytes: the bytes that contain the packet, which has a payload.
    ///   - start: the position of the sync byte in `bytes`.
    ///   - offset: the offset of the packet in the stream, for errors.
    /// - Throws: `ParseError` if the packet is malformed or the section does not fit.
    package static func write(
        _ section: [UInt8],
        into bytes: inout MutableSpan<UInt8>,
        from start: Int,
        at offset: UInt64
    ) throws(ParseError) {
        let end = start + TransportPacket.size
        guard start >= 0, end <= bytes.count else {
            throw .truncated(
                offset: offset,
                needed: UInt64(TransportPacket.size),
                available: UInt64(max(0, bytes.count - max(0, start)))
            )
        }
        let field = try adaptationField(of: bytes.span.extracting(start..<end), at: offset)
        let keptFieldSize = field.map { $0.hasContent ? $0.contentSize : 0 } ?? 0
        let capacity = TransportPacket.size - TransportPacketHeader.size - keptFieldSize - 1
        guard section.count <= capacity else {
            throw .invalid(
                offset: offset,
                field: "section",
                found: "of \(section.count) bytes",
                expected: "at most \(capacity), which fit into this packet"
            )
        }
        bytes[start + 1] |= 0x40
        bytes[start + 3] = bytes[start + 3] & 0xCF | (keptFieldSize > 0 ? 0x30 : 0x10)
        var position = start + TransportPacketHeader.size
        if keptFieldSize > 0 { bytes[position] = UInt8(keptFieldSize - 1) }
        position += keptFieldSize
        // pointer_field
        bytes[position] = 0
        position += 1
        for byte in section {
            bytes[position] = byte
            position += 1
        }
        for index in position..<end { bytes[index] = 0xFF }
    }

    /// Returns the adaptation field of a packet that must have a payload, or nil if it has no field.
    private static func adaptationField(
        of packet: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) -> AdaptationField? {
        let header = try TransportPacketHeader(packet, at: offset)
        guard header.hasPayload else {
            throw .missing(offset: offset + 3, "payload in a packet of a section")
        }
        return try TransportPacket(header: header, packet, at: offset).adaptationField
    }
}
