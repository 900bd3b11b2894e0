package import Bitstreams

/// A transport packet of 188 bytes: header, adaptation field, and the range of the payload (ISO/IEC 13818-1,
/// 2.4.3).
///
/// It does not hold the bytes of the payload.
package struct TransportPacket: Hashable, Sendable {
    /// The size of a packet in bytes.
    package static let size = 188

    /// The header: the first four bytes.
    package let header: TransportPacketHeader
    /// The adaptation field, or nil if the header announces none.
    package let adaptationField: AdaptationField?
    /// The range of the payload in the packet, empty if there is none or the adaptation field leaves no room
    /// for it.
    package let payload: Range<Int>

    /// Indicates whether a PES packet or a section starts in the payload.
    ///
    /// A payload without bytes starts nothing, whatever payload_unit_start_indicator is.
    package var startsUnit: Bool { header.payloadUnitStartIndicator && !payload.isEmpty }

    /// Parses the rest of a packet.
    ///
    /// - Parameters:
    ///   - header: the parsed header of this packet.
    ///   - packet: all 188 bytes of the packet.
    ///   - offset: the offset of the packet in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(
        header: TransportPacketHeader,
        _ packet: Span<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        guard packet.count == Self.size else {
            throw .truncated(offset: offset, needed: UInt64(Self.size), available: UInt64(packet.count))
        }
        self.header = header
        adaptationField =
            header.hasAdaptationField
            ? try AdaptationField(packet, payloadFollows: header.hasPayload, at: offset) : nil
        let start = TransportPacketHeader.size + (adaptationField?.size ?? 0)
        payload = start..<(header.hasPayload ? Self.size : start)
    }
}
