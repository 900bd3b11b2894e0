package import Bitstreams

/// The fields that a demultiplexer needs of every packet: header, flags of the adaptation field, start of the
/// payload (ISO/IEC 13818-1, 2.4.3).
///
/// Parsing is optimized for speed; `TransportPacket` has more fields and checks.
package struct PacketHead: Sendable {
    /// The PID, 0 to 0x1FFF.
    package let pid: Int
    /// transport_error_indicator: a receiver found an error that it could not correct.
    package let hasError: Bool
    /// payload_unit_start_indicator: a PES packet or a section starts in this packet.
    package let unitStart: Bool
    /// Indicates whether the payload is scrambled.
    package let isScrambled: Bool
    /// continuity_counter, 0 to 15.
    package let continuityCounter: UInt8
    /// The flags byte of the adaptation field, or 0 if there is no field or it has no flags byte.
    package let adaptationFlags: UInt8
    /// The position of the payload in the packet, or 188 if there is no payload or it has no bytes.
    package let payloadStart: Int
    /// Indicates whether the header announces a payload, even one without bytes: continuity_counter counts
    /// these packets.
    package let hasPayload: Bool

    /// Indicates whether the payload has at least one byte.
    package var hasPayloadBytes: Bool { payloadStart < TransportPacket.size }

    /// discontinuity_indicator: the continuity counter may jump here.
    package var isDiscontinuous: Bool { adaptationFlags & 0x80 != 0 }

    /// Parses the packet at a position of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that contain the packet.
    ///   - position: the position of the sync byte in `bytes`.
    ///   - offset: the offset of the sync byte in the stream.
    /// - Throws: `ParseError` if the sync byte is missing or adaptation_field_length does not fit.
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
        continuityCounter = fourth & 0x0F
        hasPayload = fourth & 0x10 != 0
        guard fourth & 0x20 != 0 else {
            // A packet with neither field nor payload is reserved and is discarded (2.4.3.3).
            adaptationFlags = 0
            payloadStart = hasPayload ? TransportPacketHeader.size : TransportPacket.size
            return
        }
        let length = Int(bytes[position + 4])
        adaptationFlags = length > 0 ? bytes[position + 5] : 0
        payloadStart = hasPayload ? TransportPacketHeader.size + 1 + length : TransportPacket.size
        guard hasPayload ? length <= AdaptationField.largestLength : length == AdaptationField.largestLength
        else {
            throw AdaptationField.wrongLength(length, payloadFollows: hasPayload, at: offset() + 4)
        }
    }
}
