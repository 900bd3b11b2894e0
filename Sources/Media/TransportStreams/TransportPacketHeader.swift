package import Bitstreams

/// The first four bytes of a transport packet (ISO/IEC 13818-1, 2.4.3.2).
package struct TransportPacketHeader: Hashable, Sendable {
    /// Bytes of a header.
    package static let size = 4
    /// The first byte of every packet.
    package static let syncByte: UInt8 = 0x47

    /// Set by a receiver that saw an error that it could not correct.
    package let transportErrorIndicator: Bool
    /// A PES packet or a section (behind a pointer_field) starts in this packet.
    package let payloadUnitStartIndicator: Bool
    /// More important than others of its PID.
    package let transportPriority: Bool
    /// Whose packet it is.
    package let pid: PacketIdentifier
    /// 0: not scrambled.
    package let scramblingControl: UInt8
    /// Whether an adaptation field follows the header.
    package let hasAdaptationField: Bool
    /// Whether there is a payload.
    ///
    /// Neither field nor payload is a reserved value: the packet is discarded.
    package let hasPayload: Bool
    /// 0 to 15, counts the packets with payload of a PID.
    package let continuityCounter: UInt8

    /// - Parameters:
    ///   - packet: at least four bytes.
    ///   - offset: where they stand in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
    package init(_ packet: Span<UInt8>, at offset: UInt64) throws(ParseError) {
        guard packet.count >= Self.size else {
            throw .truncated(offset: offset, needed: UInt64(Self.size), available: UInt64(packet.count))
        }
        guard packet[0] == Self.syncByte else {
            throw .invalid(
                offset: offset,
                field: "byte",
                found: packet[0].hexadecimalText,
                expected: "sync byte " + Self.syncByte.hexadecimalText
            )
        }
        transportErrorIndicator = packet[1] & 0x80 != 0
        payloadUnitStartIndicator = packet[1] & 0x40 != 0
        transportPriority = packet[1] & 0x20 != 0
        pid = PacketIdentifier(UInt16(packet[1]) << 8 | UInt16(packet[2]))
        scramblingControl = packet[3] >> 6
        hasAdaptationField = packet[3] & 0x20 != 0
        hasPayload = packet[3] & 0x10 != 0
        continuityCounter = packet[3] & 0x0F
    }

    /// Refuses a packet whose payload cannot be relied on: a receiver saw an error in it, or it is scrambled.
    ///
    /// - Parameter offset: where the packet stands in the stream.
    /// - Throws: `ParseError` that names the field.
    package func checkIsReadable(at offset: UInt64) throws(ParseError) {
        guard !transportErrorIndicator else {
            throw .invalid(offset: offset + 1, field: "transport_error_indicator", found: "1", expected: "0")
        }
        guard scramblingControl == 0 else {
            throw .invalid(
                offset: offset + 3,
                field: "transport_scrambling_control of \(pid)",
                found: "\(scramblingControl)",
                expected: "0, not scrambled"
            )
        }
    }
}
