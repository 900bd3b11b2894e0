import Testing
import TransportStreams

/// A demultiplexed transport stream, packet by packet.
struct Demultiplexed {
    struct Packet {
        let offset: Int
        let pid: UInt16
        let counter: UInt8
        let hasPayload: Bool
        let isUnitStart: Bool
        /// The program clock reference, in ticks of 90 kHz.
        let clock: UInt64?
        let isRandomAccess: Bool
        let payload: [UInt8]
    }

    struct PESPacket {
        let pid: UInt16
        let header: PESHeader
        /// The byte range from the first transport packet to the end of the last one.
        var range: Range<Int>
        /// The bytes of the PES packet, header included.
        var bytes: [UInt8]
        let clock: UInt64?
        let isRandomAccess: Bool

        var data: [UInt8] { Array(bytes.dropFirst(header.size ?? 0)) }
        mutating func append(_ packet: Packet) {
            bytes += packet.payload
            range = range.lowerBound..<packet.offset + 188
        }

        var presentationTime: UInt64? { header.presentationTime }
        var decodingTime: UInt64? { header.decodingTime ?? header.presentationTime }
    }

    private(set) var packets: [Packet] = []
    private(set) var streams: [UInt16: [PESPacket]] = [:]
    /// All PES packets, in the order of their starts.
    private(set) var order: [PESPacket] = []
    private(set) var map: ProgramMapTable?

    init(_ bytes: [UInt8]) throws {
        #expect(bytes.count % 188 == 0)
        for offset in stride(from: 0, to: bytes.count, by: 188) {
            let packet = Array(bytes[offset..<offset + 188])
            let header = try TransportPacketHeader(packet.span, at: UInt64(offset))
            let parsed = try TransportPacket(header: header, packet.span, at: UInt64(offset))
            let found = Packet(
                offset: offset,
                pid: header.pid.rawValue,
                counter: header.continuityCounter,
                hasPayload: header.hasPayload,
                isUnitStart: header.payloadUnitStartIndicator,
                clock: parsed.adaptationField?.programClockReference.map { $0 / 300 },
                isRandomAccess: parsed.adaptationField?.randomAccessIndicator ?? false,
                payload: Array(packet[parsed.payload])
            )
            packets.append(found)
            try append(found)
        }
        order = streams.values.joined().sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private mutating func append(_ packet: Packet) throws {
        switch packet.pid {
        case 0, 0x1000:
            #expect(packet.isUnitStart && packet.payload[0] == 0)
            let length = Int(packet.payload[2] & 0x0F) << 8 | Int(packet.payload[3])
            let section = try ProgramSection(Array(packet.payload[1..<length + 4]), at: 0)
            if packet.pid == 0 {
                let table = try ProgramAssociationTable(section)
                #expect(table.programs.map(\.programMapPID.rawValue) == [0x1000])
            } else {
                map = try ProgramMapTable(section)
            }
        default:
            guard packet.hasPayload else { return }
            if packet.isUnitStart {
                streams[packet.pid, default: []].append(
                    PESPacket(
                        pid: packet.pid,
                        header: try PESHeader(packet.payload.span, at: 0),
                        range: packet.offset..<packet.offset + 188,
                        bytes: packet.payload,
                        clock: packet.clock,
                        isRandomAccess: packet.isRandomAccess
                    )
                )
            } else {
                let last = try #require(streams[packet.pid]?.indices.last)
                streams[packet.pid]?[last].append(packet)
            }
        }
    }

    /// Indicates whether the counter of every PID starts at 0 and increments with each payload.
    var countersRunOn: Bool {
        var next: [UInt16: UInt8] = [:]
        for packet in packets {
            let expected = next[packet.pid] ?? 0
            if packet.hasPayload {
                guard packet.counter == expected else { return false }
                next[packet.pid] = (expected + 1) & 0x0F
            } else if packet.counter != (expected + 15) & 0x0F {
                return false
            }
        }
        return true
    }
}
