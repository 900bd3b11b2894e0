package import Bitstreams

/// A transport packet of 188 bytes: header, adaptation field, and where the payload is (ISO/IEC 13818-1, 2.4.3).
///
/// It does not hold the payload's bytes; they stay where the packet was read from.
package struct TransportPacket: Hashable, Sendable {
    /// Bytes of a packet.
    package static let size = 188

    /// The first four bytes.
    package let header: TransportPacketHeader
    /// What follows the header, if the header says so.
    package let adaptationField: AdaptationField?
    /// The payload's place in the packet; empty when there is none, and when the adaptation field leaves no room for it.
    package let payload: Range<Int>

    /// Whether a PES packet or a section starts in the payload: one without bytes starts nothing, whatever the header says.
    package var startsUnit: Bool { header.payloadUnitStartIndicator && !payload.isEmpty }

    /// - Parameters:
    ///   - header: the header of this packet.
    ///   - packet: all 188 bytes.
    ///   - offset: where they stand in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
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
