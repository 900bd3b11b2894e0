package import Bitstreams

/// The header of a transport packet: its first four bytes (ISO/IEC 13818-1, 2.4.3.2).
package struct TransportPacketHeader: Hashable, Sendable {
    /// The size of a header in bytes.
    package static let size = 4
    /// The first byte of every packet.
    package static let syncByte: UInt8 = 0x47

    /// transport_error_indicator: a receiver found an error that it could not correct.
    package let transportErrorIndicator: Bool
    /// payload_unit_start_indicator: a PES packet or a section (after a pointer_field) starts in this packet.
    package let payloadUnitStartIndicator: Bool
    /// transport_priority: the packet is more important than others of its PID.
    package let transportPriority: Bool
    /// The PID of the packet.
    package let pid: PacketIdentifier
    /// transport_scrambling_control, 0 if the packet is not scrambled.
    package let scramblingControl: UInt8
    /// Indicates whether an adaptation field follows the header.
    package let hasAdaptationField: Bool
    /// Indicates whether the packet has a payload.
    ///
    /// A packet with neither field nor payload is reserved and has to be discarded.
    package let hasPayload: Bool
    /// continuity_counter: 0 to 15, counts the packets of a PID that have a payload.
    package let continuityCounter: UInt8

    /// Parses a header.
    ///
    /// - Parameters:
    ///   - packet: at least the first four bytes of the packet.
    ///   - offset: the offset of the packet in the stream.
    /// - Throws: `ParseError` if bytes are missing or the sync byte is wrong.
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

    /// Throws if the payload cannot be used: a receiver found an error in the packet, or it is scrambled.
    ///
    /// - Parameter offset: the offset of the packet in the stream.
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
