import SampleEncryption
import Testing
import TransportStreams

/// Growing PES packets of video, with sizes worked out by hand.
///
/// The leader of the only NAL unit has ten times 00 00 03 and so needs ten more bytes 3, whatever the key;
/// none of its encrypted blocks needs any.
struct PESPacketGrowthTests {
    /// The size of a PES packet, and the expected growth and length.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The bytes of the PES packet, with its header of 9 bytes.
        let size: Int
        /// Indicates whether PES_packet_length is 0.
        var isOpen = false
        /// The number of transport packets added.
        let added: Int
        /// The PES_packet_length of the protected packet.
        let length: Int
    }

    static let cases: [Case] = [
        // 2 * 184 = 368: stuffing of 10 bytes has room for the ten.
        Case(testDescription: "stuffing that just suffices", size: 358, added: 0, length: 362),
        Case(testDescription: "more stuffing", size: 300, added: 0, length: 304),
        Case(testDescription: "a byte too little", size: 359, added: 16, length: 363),
        Case(testDescription: "no stuffing", size: 368, added: 16, length: 372),
        Case(testDescription: "no length", size: 368, isOpen: true, added: 16, length: 0),
        // 65535 - 10 + 6 = 65531: 357 packets have room for 65688.
        Case(testDescription: "the longest length", size: 65531, added: 0, length: 65535),
        Case(testDescription: "a length too long", size: 65532, added: 0, length: 0),
    ]

    @Test(arguments: cases)
    func grows(_ grown: Case) throws {
        let unit = Self.unit(size: grown.size - 9 - 4)
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100)])
        Self.append(unit, isOpen: grown.isOpen, to: &segment)
        let next = segment.bytes.count
        Self.append([0x41, 0x9A], isOpen: false, to: &segment)
        let survey = TransportStreamSurvey(
            packetFormat: .plain,
            hasTables: true,
            programMapPID: PacketIdentifier(SegmentBuilder.mapPID),
            programMap: SectionBytes.map([SectionBytes.stream(0x1B, 0x100)]),
            streams: [.init(pid: PacketIdentifier(0x100), codec: .avc)]
        )
        let (bytes, outcome) = try SegmentRun.encrypt(segment.bytes, survey)
        #expect(bytes.count == segment.bytes.count + grown.added * 188)
        let sizeChanges =
            grown.added == 0
            ? [] : [OffsetMap.SizeChange(clearOffset: UInt64(next), insertedCount: UInt64(grown.added * 188))]
        #expect(outcome.extent.map.sizeChanges == sizeChanges)
        let protected = PlainDemultiplexer(bytes)
        let pes = try #require(protected.pesPackets(0x100).first)
        #expect(Int(pes.header[4]) << 8 | Int(pes.header[5]) == grown.length)
        let key = try SegmentRun.key()
        let expected = try PlainAVCCipher(key: key.key, iv: key.iv).encrypt(unit)
        try #require(expected.count == unit.count + 10)
        #expect(pes.data == [0, 0, 0, 1] + expected)
        let counters = protected.payloads(0x100).map(\.counter)
        #expect(counters == counters.indices.map { UInt8($0 & 15) })
        // All packets except the last ones are full.
        #expect(
            protected.payloads(0x100).dropLast(2 + max(0, grown.added)).allSatisfy { $0.payload.count == 184 }
        )
    }

    /// Adaptation fields leave no payload to move into 16 new packets.
    @Test func refusesPacketsWithoutRoom() throws {
        let unit = Self.unit(size: 60)
        let pes: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0] + [0, 0, 0, 1] + unit
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100)])
        segment.packet(
            0x100,
            Array(pes.prefix(13)),
            start: true,
            field: [2, 168] + [UInt8](repeating: 9, count: 168)
        )
        for byte in pes.dropFirst(13) {
            segment.packet(0x100, [byte], field: [2, 180] + [UInt8](repeating: 9, count: 180))
        }
        let survey = TransportStreamSurvey(
            packetFormat: .plain,
            hasTables: true,
            programMapPID: PacketIdentifier(SegmentBuilder.mapPID),
            programMap: SectionBytes.map([SectionBytes.stream(0x1B, 0x100)]),
            streams: [.init(pid: PacketIdentifier(0x100), codec: .avc)]
        )
        let error = #expect(throws: SampleEncryptionError.self) {
            try SegmentRun.encrypt(segment.bytes, survey)
        }
        guard case .unsupported(376, let what, _) = error else {
            Issue.record("another error")
            return
        }
        #expect(what.contains("no room"))
    }

    /// Returns a slice whose first 31 bytes are a header and ten times 00 00 03.
    private static func unit(size: Int) -> [UInt8] {
        let leader: [UInt8] = [0x65] + (0..<10).flatMap { _ in [0, 0, 3] as [UInt8] } + [0x80]
        return leader + [UInt8](repeating: 0x5A, count: size - leader.count)
    }

    private static func append(_ unit: [UInt8], isOpen: Bool, to segment: inout SegmentBuilder) {
        let length = isOpen ? 0 : 3 + 4 + unit.count
        let pes = [0, 0, 1, 0xE0, UInt8(length >> 8), UInt8(length & 0xFF), 0x80, 0, 0, 0, 0, 0, 1] + unit
        for start in stride(from: 0, to: pes.count, by: 184) {
            segment.packet(0x100, Array(pes[start..<min(start + 184, pes.count)]), start: start == 0)
        }
    }
}
