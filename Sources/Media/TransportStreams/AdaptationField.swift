package import Bitstreams

/// The adaptation field of a transport packet (ISO/IEC 13818-1, 2.4.3.4 and table 2-6).
package struct AdaptationField: Hashable, Sendable {
    /// The size of the field in bytes, including the length byte: 1 to 184.
    package let size: Int
    /// The size of the field in bytes, including the length byte, without stuffing: 1 to `size`.
    package private(set) var contentSize = 1
    /// Indicates whether any flag of the field is set; if none is, the field is only stuffing.
    private(set) var hasContent = false
    /// discontinuity_indicator: the continuity counter, and on the PCR PID also the clock, may jump here.
    package private(set) var discontinuityIndicator = false
    /// random_access_indicator: a decoder can start here.
    package private(set) var randomAccessIndicator = false
    /// program_clock_reference in ticks of 27 MHz (base x 300 + extension), or nil if the field has none.
    package private(set) var programClockReference: UInt64?

    /// Parses the field that follows the header of `packet`.
    ///
    /// - Parameters:
    ///   - packet: all 188 bytes of the packet.
    ///   - payloadFollows: true if the header announces a payload after the field.
    ///   - offset: the offset of the packet in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ packet: Span<UInt8>, payloadFollows: Bool, at offset: UInt64) throws(ParseError) {
        let lengthPosition = TransportPacketHeader.size
        guard packet.count == TransportPacket.size else {
            throw .truncated(
                offset: offset,
                needed: UInt64(TransportPacket.size),
                available: UInt64(packet.count)
            )
        }
        let length = Int(packet[lengthPosition])
        guard payloadFollows ? length <= Self.largestLength : length == Self.largestLength else {
            throw Self.wrongLength(
                length,
                payloadFollows: payloadFollows,
                at: offset + UInt64(lengthPosition)
            )
        }
        size = length + 1
        guard length > 0 else { return }
        let flags = packet[lengthPosition + 1]
        hasContent = flags != 0
        discontinuityIndicator = flags & 0x80 != 0
        randomAccessIndicator = flags & 0x40 != 0
        var cursor = Cursor(position: lengthPosition + 2, end: lengthPosition + size, packetOffset: offset)
        if flags & 0x10 != 0 {
            programClockReference = try Self.clockReference(
                packet,
                at: cursor.consume(6),
                packetOffset: offset
            )
        }
        if flags & 0x08 != 0 {
            _ = try Self.clockReference(packet, at: cursor.consume(6), packetOffset: offset)
        }
        if flags & 0x04 != 0 { _ = try cursor.consume(1) }
        if flags & 0x02 != 0 { _ = try cursor.consume(Int(packet[cursor.consume(1)])) }
        if flags & 0x01 != 0 { _ = try cursor.consume(Int(packet[cursor.consume(1)])) }
        contentSize = cursor.position - lengthPosition
        try Self.checkStuffing(packet, cursor.position..<cursor.end, packetOffset: offset)
    }

    /// The value of adaptation_field_length if the field fills its packet.
    ///
    /// A field before a payload should be at least one byte shorter. Multiplexers also write this length
    /// before a payload, which then has no bytes.
    package static let largestLength = 183

    static func wrongLength(_ length: Int, payloadFollows: Bool, at offset: UInt64) -> ParseError {
        .invalid(
            offset: offset,
            field: "adaptation_field_length",
            found: "\(length)",
            expected: payloadFollows ? "at most \(largestLength)" : "\(largestLength) without a payload"
        )
    }

    /// Parses a PCR or OPCR: 33 bits of base at 90 kHz, 6 reserved bits, 9 bits of extension at 27 MHz, at
    /// most 299.
    private static func clockReference(
        _ packet: Span<UInt8>,
        at position: Int,
        packetOffset: UInt64
    ) throws(ParseError) -> UInt64 {
        let bits = (0..<6).reduce(UInt64(0)) { $0 << 8 | UInt64(packet[position + $1]) }
        guard bits & 0x1FF < 300 else {
            throw .invalid(
                offset: packetOffset + UInt64(position) + 4,
                field: "clock reference extension",
                found: "\(bits & 0x1FF)",
                expected: "at most 299"
            )
        }
        return (bits >> 15) * 300 + (bits & 0x1FF)
    }

    private static func checkStuffing(
        _ packet: Span<UInt8>,
        _ range: Range<Int>,
        packetOffset: UInt64
    ) throws(ParseError) {
        for position in range where packet[position] != 0xFF {
            throw .invalid(
                offset: packetOffset + UInt64(position),
                field: "adaptation field stuffing",
                found: packet[position].hexadecimalText,
                expected: "0xFF"
            )
        }
    }
}

extension AdaptationField {
    /// A read position in the field that cannot pass its end.
    private struct Cursor {
        var position: Int
        let end: Int
        let packetOffset: UInt64

        mutating func consume(_ count: Int) throws(ParseError) -> Int {
            guard count <= end - position else {
                throw .truncated(
                    offset: packetOffset + UInt64(position),
                    needed: UInt64(count),
                    available: UInt64(end - position)
                )
            }
            defer { position += count }
            return position
        }
    }
}
