package import Bitstreams

/// As much of a packet as a demultiplexer needs for each one: header, flags of the adaptation field, start of the
/// payload (ISO/IEC 13818-1, 2.4.3).
///
/// It is made for speed; `TransportPacket` tells more.
package struct PacketHead: Sendable {
    /// Whose packet it is, 0 to 0x1FFF.
    package let pid: Int
    /// Set by a receiver that saw an error that it could not correct.
    package let hasError: Bool
    /// A PES packet or a section starts in this packet.
    package let unitStart: Bool
    /// Whether the payload is scrambled.
    package let isScrambled: Bool
    /// 0 to 15.
    package let counter: UInt8
    /// The flags of the adaptation field; 0 when there is none, or none in it.
    package let flags: UInt8
    /// Where the payload starts in the packet; 188 when there is none, and when it has no bytes.
    package let payloadStart: Int
    /// Whether there is a payload, if only one without bytes: the counter counts these packets.
    package let hasPayload: Bool

    /// Whether the payload has bytes.
    package var hasPayloadBytes: Bool { payloadStart < TransportPacket.size }

    /// discontinuity_indicator: the counter may jump here.
    package var isDiscontinuous: Bool { flags & 0x80 != 0 }

    /// - Parameters:
    ///   - bytes: where the packet is.
    ///   - position: where its sync byte has to be in them.
    ///   - offset: where that stands in the stream.
    /// - Throws: `ParseError` for lost sync, and a length of the adaptation field that does not fit.
    @inline(__always)
    package init(_ bytes: Span<UInt8>, _ position: Int, at offset: @autoclosure () -> UInt64)
        throws(ParseError)
    {
        guard position >= 0, bytes.count - position >= TransportPacket.size else {
            throw .truncated(
                offset: offset(),
                needed: UInt64(TransportPacket.size),
                available: UInt64(max(0, bytes.count - max(0, position)))
            )
        }
        guard bytes[position] == TransportPacketHeader.syncByte else {
            throw .invalid(
                offset: offset(),
                field: "byte",
                found: bytes[position].hexadecimalText,
                expected: "sync byte " + TransportPacketHeader.syncByte.hexadecimalText
            )
        }
        let second = bytes[position + 1]
        let fourth = bytes[position + 3]
        pid = Int(second & 0x1F) << 8 | Int(bytes[position + 2])
        hasError = second & 0x80 != 0
        unitStart = second & 0x40 != 0
        isScrambled = fourth & 0xC0 != 0
        counter = fourth & 0x0F
        hasPayload = fourth & 0x10 != 0
        guard fourth & 0x20 != 0 else {
            // Neither field nor payload is reserved: such a packet is discarded (2.4.3.3).
            flags = 0
            payloadStart = hasPayload ? TransportPacketHeader.size : TransportPacket.size
            return
        }
        let length = Int(bytes[position + 4])
        flags = length > 0 ? bytes[position + 5] : 0
        payloadStart = hasPayload ? TransportPacketHeader.size + 1 + length : TransportPacket.size
        guard hasPayload ? length <= AdaptationField.largestLength : length == AdaptationField.largestLength
        else {
            throw AdaptationField.wrongLength(length, payloadFollows: hasPayload, at: offset() + 4)
        }
    }
}
