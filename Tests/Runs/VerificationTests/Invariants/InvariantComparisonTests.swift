import SampleEncryption
import Testing
import TransportStreams

@testable import Verification

/// Comparison of the records of a segment with those of its source.
struct InvariantComparisonTests {
    private static let pid = PacketIdentifier(0x100)
    private static let header: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0]
    /// A slice of 100 bytes after a start code of four.
    private static let slice = [0, 0, 0, 1, 0x65] + [UInt8](1...99)

    private typealias Record = (kind: InvariantRecord.Kind, bytes: [UInt8])

    private static func video(_ data: [UInt8]) -> Record { (.pesPacket(pid, .avc), header + data) }

    private static func difference(_ records: [Record], _ source: [Record], isCut: Bool = false)
        -> SourceDifference?
    {
        var comparison = InvariantComparison(with: "clear.ts", isCut: isCut)
        for (index, (record, other)) in zip(records, source).enumerated() {
            comparison.compare(
                InvariantRecord(kind: record.kind, offset: UInt64(index) * 1000, range: record.bytes.indices),
                record.bytes.span,
                with: InvariantRecord(
                    kind: other.kind,
                    offset: UInt64(index) * 10,
                    range: other.bytes.indices
                ),
                other.bytes.span
            )
        }
        return comparison.difference
    }

    @Test func sameRecords() {
        let records = [Self.video(Self.slice), (.adaptationField(Self.pid), [0x50, 1])]
        #expect(Self.difference(records, records) == nil)
    }

    /// Byte 60 of the record is byte 47 of the NAL unit, after 9 bytes of header and 4 of start code.
    @Test func byteOfAUnit() throws {
        var changed = Self.slice
        changed[51] ^= 1
        let records = [Self.video(Self.slice), Self.video(changed)]
        let source = [Self.video(Self.slice), Self.video(Self.slice)]
        let difference = try #require(Self.difference(records, source))
        #expect(difference.offset == 1000)
        #expect(
            difference.message
                == "PES packet 1 of PID 0x0100 (H.264) differs from that of the source clear.ts, "
                + "in NAL unit 0 (nal_unit_type 5) (first difference at its byte 60; in the source it begins at byte 10)"
        )
    }

    @Test func byteOfAHeader() throws {
        var changed = Self.video(Self.slice)
        changed.bytes[6] ^= 4
        let difference = try #require(Self.difference([changed], [Self.video(Self.slice)]))
        #expect(difference.message.contains("clear.ts, in the header (first difference at its byte 6;"))
    }

    @Test func otherKind() throws {
        let records: [Record] = [(.packet(Self.pid), [1]), (.tag, [2])]
        let source: [Record] = [(.packet(Self.pid), [1]), (.audioFrame(.ac3), [2])]
        let difference = try #require(Self.difference(records, source))
        #expect(
            difference.message
                == "ID3 tag 0 is where the source clear.ts has AC-3 frame 0 (byte 10 there)"
        )
    }

    @Test func endOfOne() throws {
        let record = InvariantRecord(kind: .tag, offset: 7, range: 0..<1)
        var shorter = InvariantComparison(with: "clear.ts", isCut: false)
        shorter.compareEnds(nil, record, at: 500)
        #expect(shorter.difference?.offset == 500)
        var longer = InvariantComparison(with: "clear.ts", isCut: false)
        longer.compareEnds(record, nil, at: 500)
        #expect(longer.difference?.offset == 7)
        var equal = InvariantComparison(with: "clear.ts", isCut: false)
        equal.compareEnds(nil, nil, at: 500)
        #expect(equal.difference == nil)
    }

    /// The cut slice has 100 bytes: its last block may still be encrypted, the byte before that block is not.
    @Test(arguments: [(84, true), (83, false), (20, false)])
    func cutUnit(_ offset: Int, _ isAllowed: Bool) {
        var changed = Self.slice
        changed[4 + offset] ^= 1
        let source = [Self.video(Self.slice)]
        #expect((Self.difference([Self.video(changed)], source, isCut: true) == nil) == isAllowed)
        #expect(Self.difference([Self.video(changed)], source) != nil)
        // Another packet of the PID follows, so there is no cut.
        let more = [Self.video(changed), Self.video(Self.slice)]
        #expect(Self.difference(more, [source[0], source[0]], isCut: true) != nil)
    }

    /// A slice of at most 48 bytes may go on after the cut, so all after its 32 clear bytes may be encrypted.
    @Test(arguments: [(32, true), (31, false)])
    func cutShortUnit(_ offset: Int, _ isAllowed: Bool) {
        let short = Array(Self.slice.prefix(4 + 40))
        var changed = short
        changed[4 + offset] ^= 1
        let difference = Self.difference([Self.video(changed)], [Self.video(short)], isCut: true)
        #expect((difference == nil) == isAllowed)
    }

    /// Packets inserted by protection push the end of the data out of the range.
    @Test func shorterCutPacket() {
        let source = [Self.video(Self.slice)]
        let cut = [Self.video(Self.slice.dropLast(30))]
        #expect(Self.difference(cut, source, isCut: true) == nil)
        #expect(Self.difference(cut, source) != nil)
    }

    /// AC-3 frames of 128 bytes: fscod 0, frmsizecod 0 (A/52 table 5.18); the second one is cut.
    @Test(arguments: [(130, true), (100, false)])
    func cutFrame(_ offset: Int, _ isAllowed: Bool) {
        let frame: [UInt8] = [0x0B, 0x77, 0, 0, 0x00, 0x40] + [UInt8](repeating: 1, count: 122)
        let data = Self.header + frame + frame.prefix(60)
        var changed = data
        changed[9 + offset] ^= 1
        let kind = InvariantRecord.Kind.pesPacket(Self.pid, .ac3)
        let difference = Self.difference([(kind, changed)], [(kind, data)], isCut: true)
        #expect((difference == nil) == isAllowed)
    }

    /// An AAC frame of 100 bytes has 60 of them in one PES packet and the rest in the next.
    ///
    /// It counts as cut only if the range ends before the frame does.
    @Test(arguments: [(39, true), (40, false), (41, false)])
    func cutFrameOfTwoPackets(_ rest: Int, _ isAllowed: Bool) {
        let frame: [UInt8] =
            [0xFF, 0xF1, 0x4C, 0x80, 100 >> 3, (100 & 7) << 5 | 0x1F, 0xFC]
            + [UInt8](repeating: 1, count: 93)
        let data = [frame + frame.prefix(60), Array((frame.dropFirst(60) + frame).prefix(rest))]
        let source: [Record] = data.map { (.pesPacket(Self.pid, .aac), Self.header + $0) }
        var changed = source
        // Byte 30 of the second frame, and a byte of the same frame in the next packet.
        changed[0].bytes[9 + 100 + 30] ^= 0x55
        changed[1].bytes[9 + 10] ^= 0x55
        #expect((Self.difference(changed, source, isCut: true) == nil) == isAllowed)
        #expect(Self.difference(changed, source) != nil)
        // The frame before it is always complete.
        changed = source
        changed[0].bytes[9 + 30] ^= 0x55
        #expect(Self.difference(changed, source, isCut: true) != nil)
        // Headers are never encrypted.
        changed = source
        changed[1].bytes[6] ^= 4
        #expect(Self.difference(changed, source, isCut: true) != nil)
    }

    /// The next packet begins with the rest of a frame, and the frame after that is complete.
    @Test(arguments: [(45, false), (145, true)])
    func frameBehindTheRestOfAnother(_ offset: Int, _ isAllowed: Bool) {
        let frame: [UInt8] =
            [0xFF, 0xF1, 0x4C, 0x80, 100 >> 3, (100 & 7) << 5 | 0x1F, 0xFC]
            + [UInt8](repeating: 1, count: 93)
        let data = [Array(frame.prefix(60)), frame.dropFirst(60) + frame + frame.prefix(50)]
        let source: [Record] = data.map { (.pesPacket(Self.pid, .aac), Self.header + $0) }
        var changed = source
        changed[1].bytes[9 + offset] ^= 0x55
        #expect((Self.difference(changed, source, isCut: true) == nil) == isAllowed)
    }

    /// The slice is cut in its second packet: its last 16 bytes are undecided in whichever packet they are.
    @Test(arguments: [(20, 1, 4, true), (20, 1, 3, false), (8, 0, 96, true), (8, 0, 95, false)])
    func cutUnitOfTwoPackets(_ rest: Int, _ packet: Int, _ offset: Int, _ isAllowed: Bool) {
        let source = [Self.video(Self.slice), Self.video([UInt8](repeating: 9, count: rest))]
        var changed = source
        // Offsets in the first packet count from its start code of four bytes.
        changed[packet].bytes[9 + offset] ^= 0x55
        #expect((Self.difference(changed, source, isCut: true) == nil) == isAllowed)
        #expect(Self.difference(changed, source) != nil)
    }
}
