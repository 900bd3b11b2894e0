import Bitstreams
import Testing
import TransportStreams

struct PacketWalkTests {
    /// A program association section of one program with its map on PID 0x1000, of 16 bytes (ISO/IEC 13818-1,
    /// table 2-30).
    private static let association = Hexadecimal.withChecksum(
        Hexadecimal.bytes("00 B00D 0001 C1 00 00 0001 F000")
    )
    /// A program map section with AVC on PID 0x100, of 21 bytes (table 2-33).
    private static let map = Hexadecimal.withChecksum(
        Hexadecimal.bytes("02 B012 0001 C1 00 00 E100 F000 1B E100 F000")
    )

    /// Returns a packet with a payload, filled up with 0xFF.
    private static func packet(_ pid: UInt16, _ counter: UInt8, start: Bool, _ payload: [UInt8]) -> [UInt8] {
        let header = [0x47, UInt8(pid >> 8) | (start ? 0x40 : 0), UInt8(pid & 0xFF), 0x10 | counter]
        return header + payload + [UInt8](repeating: 0xFF, count: TransportPacket.size - 4 - payload.count)
    }

    /// Returns two packets with a section that begins in the first one and ends in the second one.
    private static func twoPackets(_ pid: UInt16, _ section: [UInt8], firstCounter: UInt8) -> [[UInt8]] {
        // A private section before it, of the short form, fills the first packet except for ten bytes.
        let size = TransportPacket.size - 4 - 1 - 10
        let filler = [0x80, 0x30, UInt8(size - 3)] + [UInt8](repeating: 0, count: size - 3)
        return [
            packet(pid, firstCounter, start: true, [0] + filler + section.prefix(10)),
            packet(pid, firstCounter + 1, start: false, Array(section.dropFirst(10))),
        ]
    }

    /// Walks over packets, tolerating gaps, and returns the table_ids of the sections.
    private static func tables(_ packets: [[UInt8]], in walk: inout PacketWalk) throws -> [UInt8] {
        let stream = packets.flatMap { $0 }
        walk.reader.append(stream.span)
        var found: [UInt8] = []
        while let location = try walk.reader.next(isLast: true) {
            let buffer = walk.reader.bytes
            found += try tables(buffer.span.extracting(location.range), at: location.offset, in: &walk)
        }
        return found
    }

    /// Adds the sections that end in a packet to the tables, and returns their table_ids.
    private static func tables(
        _ bytes: Span<UInt8>,
        at offset: UInt64,
        in walk: inout PacketWalk
    ) throws(ParseError) -> [UInt8] {
        let header = try TransportPacketHeader(bytes, at: offset)
        let packet = try TransportPacket(header: header, bytes, at: offset)
        guard walk.checkContinuity(of: packet, bytes) != .duplicate,
            walk.content(of: packet, bytes) == .sections
        else { return [] }
        let sections = try walk.sections(in: packet, bytes, at: offset)
        for section in sections { try walk.add(section, from: header.pid) }
        return sections.map(\.tableID)
    }

    @Test func findsTheStreamsOfAProgram() throws {
        var walk = PacketWalk(PacketReader(format: .plain))
        let packets =
            [Self.packet(0, 0, start: true, [0] + Self.association)]
            + Self.twoPackets(0x1000, Self.map, firstCounter: 0)
        #expect(try Self.tables(packets, in: &walk) == [0x00, 0x80, 0x02])
        #expect(walk.tables.streams.map(\.pid) == [PacketIdentifier(0x100)])
        #expect(walk.unfinishedSectionError(on: PacketIdentifier(0x1000)) == nil)
    }

    @Test func passesOverADuplicateWithinASection() throws {
        var walk = PacketWalk(PacketReader(format: .plain))
        let map = Self.twoPackets(0x1000, Self.map, firstCounter: 3)
        let packets =
            [Self.packet(0, 0, start: true, [0] + Self.association)] + [map[0], map[0], map[1], map[1]]
        #expect(try Self.tables(packets, in: &walk) == [0x00, 0x80, 0x02])
    }

    @Test func losesTheSectionInProgressInAGap() throws {
        var walk = PacketWalk(PacketReader(format: .plain))
        let packets =
            [Self.packet(0, 0, start: true, [0] + Self.association)]
            + Self.twoPackets(0x1000, Self.map, firstCounter: 3).prefix(1)
            + Self.twoPackets(0x1000, Self.map, firstCounter: 7)
        #expect(try Self.tables(packets, in: &walk) == [0x00, 0x80, 0x80, 0x02])
    }

    @Test func knowsASectionThatTheEndCutsOff() throws {
        var walk = PacketWalk(PacketReader(format: .plain))
        let packets =
            [Self.packet(0, 0, start: true, [0] + Self.association)]
            + Self.twoPackets(0x1000, Self.map, firstCounter: 0).prefix(1)
        _ = try Self.tables(packets, in: &walk)
        // The section begins 10 bytes before the end of the second packet, and has 21 bytes.
        let expected = ParseError.truncated(offset: 2 * 188 - 10, needed: 21, available: 10)
        #expect(walk.unfinishedSectionError(on: PacketIdentifier(0x1000)) == expected)
        #expect(walk.unfinishedSectionError(on: .programAssociation) == nil)
    }
}
