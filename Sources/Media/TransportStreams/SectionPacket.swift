package import Bitstreams

/// Packets that hold one whole section.
package enum SectionPacket {
    /// Puts a section into a packet, in the place of the payload that was there.
    ///
    /// The header stays but for payload_unit_start_indicator, which is set, and the adaptation field control. An
    /// adaptation field without content goes; one with content stays, without its stuffing. Behind the section stands
    /// 0xFF.
    ///
    /// - Parameters:
    ///   - section: the whole section.
    ///   - bytes: where the packet is; it has a payload.
    ///   - start: the position of its sync byte in `bytes`.
    ///   - offset: where the packet stands in the stream, for errors.
    /// - Throws: `ParseError` where the packet is malformed or the section does not fit.
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
        let kept = field.map { $0.hasContent ? $0.contentSize : 0 } ?? 0
        let capacity = TransportPacket.size - TransportPacketHeader.size - kept - 1
        guard section.count <= capacity else {
            throw .invalid(
                offset: offset,
                field: "section",
                found: "of \(section.count) bytes",
                expected: "at most \(capacity), which fit into this packet"
            )
        }
        bytes[start + 1] |= 0x40
        bytes[start + 3] = bytes[start + 3] & 0xCF | (kept > 0 ? 0x30 : 0x10)
        var position = start + TransportPacketHeader.size
        if kept > 0 { bytes[position] = UInt8(kept - 1) }
        position += kept
        // pointer_field
        bytes[position] = 0
        position += 1
        for byte in section {
            bytes[position] = byte
            position += 1
        }
        for index in position..<end { bytes[index] = 0xFF }
    }

    /// The adaptation field of a packet that has a payload.
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
