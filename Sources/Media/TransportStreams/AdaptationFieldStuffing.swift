package import Bitstreams

/// Functions that move the start of a packet's payload by changing the stuffing of its adaptation field.
package enum AdaptationFieldStuffing {
    /// Returns the lowest position in the packet at which its payload can start, without any stuffing.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that contain the packet, which has a payload.
    ///   - position: the position of the packet in `bytes`.
    ///   - offset: the offset of the packet in the stream.
    /// - Returns: the position, in bytes from the start of the packet.
    /// - Throws: `ParseError` if the adaptation field is malformed.
    package static func earliestStart(
        _ bytes: Span<UInt8>,
        _ position: Int,
        at offset: UInt64
    ) throws(ParseError) -> Int {
        let head = try PacketHead(bytes, position, at: offset)
        guard head.adaptationFlags != 0 else { return TransportPacketHeader.size }
        let packet = bytes.extracting(position..<position + TransportPacket.size)
        let field = try AdaptationField(packet, payloadFollows: true, at: offset)
        return TransportPacketHeader.size + field.contentSize
    }

    /// Makes the payload of a packet start at `start`: adds, resizes or removes the adaptation field and
    /// keeps its content.
    ///
    /// - Parameters:
    ///   - start: the new position of the payload in the packet, at least `earliest`.
    ///   - earliest: the result of `earliestStart`.
    ///   - bytes: the bytes that contain the packet.
    ///   - position: the position of the packet in `bytes`.
    package static func setStart(
        _ start: Int,
        earliest: Int,
        in bytes: inout [UInt8],
        _ position: Int
    ) {
        let fieldStart = position + TransportPacketHeader.size
        let end = position + min(max(start, earliest), TransportPacket.size - 1)
        guard end > fieldStart else {
            bytes[position + 3] = bytes[position + 3] & 0xCF | 0x10
            return
        }
        bytes[position + 3] |= 0x30
        bytes[fieldStart] = UInt8(end - fieldStart - 1)
        var stuffingStart = position + earliest
        if earliest == TransportPacketHeader.size {
            stuffingStart = fieldStart + 1
            if stuffingStart < end {
                bytes[stuffingStart] = 0
                stuffingStart += 1
            }
        }
        for index in stuffingStart..<max(stuffingStart, end) { bytes[index] = 0xFF }
    }
}
