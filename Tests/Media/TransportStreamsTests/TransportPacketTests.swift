import Bitstreams
import Testing
import TransportStreams

/// Packets written by hand from the syntax tables of ISO/IEC 13818-1.
struct TransportPacketTests {
    private func packet(_ start: [UInt8]) -> [UInt8] {
        start + [UInt8](repeating: 0xFF, count: max(0, TransportPacket.size - start.count))
    }

    private func parse(_ bytes: [UInt8], at offset: UInt64 = 0) throws(ParseError) -> TransportPacket {
        let header = try TransportPacketHeader(bytes.span, at: offset)
        return try TransportPacket(header: header, bytes.span, at: offset)
    }

    @Test func readsHeaderFields() throws {
        let parsed = try parse(packet([0x47, 0x7F, 0xFE, 0x1D]))
        #expect(!parsed.header.transportErrorIndicator)
        #expect(parsed.header.payloadUnitStartIndicator)
        #expect(parsed.header.transportPriority)
        #expect(parsed.header.pid == PacketIdentifier(0x1FFE))
        #expect(parsed.header.scramblingControl == 0)
        #expect(parsed.header.continuityCounter == 13)
        #expect(parsed.adaptationField == nil)
        #expect(parsed.payload == 4..<188)
    }

    @Test func readsAdaptationField() throws {
        // Flags: discontinuity, random access, PCR. PCR base 0x1_0000_0001, extension 299.
        let pcr: [UInt8] = [0x80, 0x00, 0x00, 0x00, 0xFF, 0x2B]
        let parsed = try parse(packet([0x47, 0x01, 0x00, 0x30, 20, 0xD0] + pcr))
        let field = try #require(parsed.adaptationField)
        #expect(field.size == 21)
        #expect(field.discontinuityIndicator)
        #expect(field.randomAccessIndicator)
        #expect(field.programClockReference == 0x1_0000_0001 * 300 + 299)
        #expect(parsed.payload == 25..<188)
    }

    @Test func readsEmptyAdaptationFieldAndNoPayload() throws {
        #expect(try parse(packet([0x47, 0, 0, 0x30, 0])).payload == 5..<188)
        #expect(try parse(packet([0x47, 0, 0, 0x20, 183, 0])).payload.isEmpty)
    }

    /// An adaptation field that fills the packet leaves no payload bytes, but the counter counts the packet.
    @Test func readsPayloadWithoutBytes() throws {
        let bytes = packet([0x47, 0x41, 0x00, 0x37, 183, 0] + [UInt8](repeating: 0xFF, count: 182))
        let parsed = try parse(bytes)
        #expect(parsed.payload.isEmpty && !parsed.startsUnit && parsed.header.hasPayload)
        let head = try PacketHead(bytes.span, 0, at: 0)
        #expect(head.hasPayload && !head.hasPayloadBytes && head.continuityCounter == 7)
    }

    /// With adaptation_field_control 00, the bytes that follow are no payload.
    @Test func readsNothingOfAReservedPacket() throws {
        let bytes = packet([0x47, 0x41, 0x00, 0x07, 183, 0])
        let parsed = try parse(bytes)
        #expect(parsed.payload.isEmpty && !parsed.startsUnit && parsed.adaptationField == nil)
        let head = try PacketHead(bytes.span, 0, at: 0)
        #expect(!head.hasPayload && !head.hasPayloadBytes && head.adaptationFlags == 0)
    }

    @Test(
        arguments: [
            ("sync byte", [0x46, 0, 0, 0x10], 0),
            ("field longer than the packet", [0x47, 0, 0, 0x30, 184], 4),
            ("field without payload too short", [0x47, 0, 0, 0x20, 182, 0], 4),
            ("field without payload too long", [0x47, 0, 0, 0x20, 184, 0], 4),
            ("PCR in a field of one byte", [0x47, 0, 0, 0x30, 1, 0x10], 6),
            ("PCR extension 300", [0x47, 0, 0, 0x30, 7, 0x10, 0, 0, 0, 0, 0x7F, 0x2C], 10),
            ("private data past the field", [0x47, 0, 0, 0x30, 3, 0x02, 2, 0], 7),
            ("stuffing", [0x47, 0, 0, 0x30, 3, 0x00, 0xFF, 0x00], 7),
        ] as [(String, [UInt8], UInt64)]
    )
    func refuses(name: String, start: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try parse(packet(start), at: 1880) }
        #expect(error?.offset == 1880 + offset, "\(name)")
    }

    @Test(arguments: [0, 3, 187, 189])
    func refusesOtherSizes(_ count: Int) {
        let bytes =
            [UInt8](packet([0x47, 0, 0, 0x10]).prefix(count))
            + [UInt8](repeating: 0, count: max(0, count - 188))
        #expect(throws: ParseError.self) { try parse(bytes) }
    }
}
