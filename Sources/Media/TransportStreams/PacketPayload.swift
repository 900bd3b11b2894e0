package import Bitstreams

/// Moves the start of the payload of a packet, over the stuffing of its adaptation field.
package enum PacketPayload {
    /// The first place in the packet at which its payload can start when all stuffing goes.
    ///
    /// - Parameters:
    ///   - bytes: where the packet is; it has a payload.
    ///   - position: where it starts in them.
    ///   - offset: where it stands in the stream.
    /// - Returns: the place.
    /// - Throws: `ParseError` where the adaptation field is malformed.
    package static func earliestStart(
        _ bytes: Span<UInt8>,
        _ position: Int,
        at offset: UInt64
    ) throws(ParseError) -> Int {
        let head = try PacketHead(bytes, position, at: offset)
        guard head.flags != 0 else { return TransportPacketHeader.size }
        let packet = bytes.extracting(position..<position + TransportPacket.size)
        let field = try AdaptationField(packet, payloadFollows: true, at: offset)
        return TransportPacketHeader.size + field.contentSize
    }

    /// Lets the payload of a packet start at `start`: makes, resizes or drops its adaptation field; what it says stays.
    ///
    /// - Parameters:
    ///   - start: the place in the packet, not before `earliest`.
    ///   - earliest: what `earliestStart` said.
    ///   - bytes: where the packet is.
    ///   - position: where it starts in them.
    package static func setStart(
        _ start: Int,
        earliest: Int,
        in bytes: inout [UInt8],
        _ position: Int
    ) {
        let field = position + TransportPacketHeader.size
        let end = position + min(max(start, earliest), TransportPacket.size - 1)
        guard end > field else {
            bytes[position + 3] = bytes[position + 3] & 0xCF | 0x10
            return
        }
        bytes[position + 3] |= 0x30
        bytes[field] = UInt8(end - field - 1)
        var stuffing = position + earliest
        if earliest == TransportPacketHeader.size {
            stuffing = field + 1
            if stuffing < end {
                bytes[stuffing] = 0
                stuffing += 1
            }
        }
        for index in stuffing..<max(stuffing, end) { bytes[index] = 0xFF }
    }
}
