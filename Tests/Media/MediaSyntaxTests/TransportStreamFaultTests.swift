import MediaProbing
import MediaSyntax
import Testing

/// A small transport stream written by hand: PAT, PMT, three packets of AVC, one ADTS frame of AAC.
struct TransportStreamFaultTests {
    private static let size = 188

    /// The tables of ffmpeg 5.1: program 1 on PID 0x1000; AVC on 0x100, AAC on 0x101.
    private static let association: [UInt8] = [
        0x00, 0x00, 0xB0, 0x0D, 0x00, 0x01, 0xC1, 0x00, 0x00, 0x00, 0x01, 0xF0, 0x00, 0x2A, 0xB1, 0x04, 0xB2,
    ]
    private static let map: [UInt8] = [
        0x00, 0x02, 0xB0, 0x17, 0x00, 0x01, 0xC1, 0x00, 0x00, 0xE1, 0x00, 0xF0, 0x00, 0x1B, 0xE1, 0x00, 0xF0,
        0x00, 0x0F, 0xE1, 0x01, 0xF0, 0x00, 0x2F, 0x44, 0xB9, 0x9B,
    ]
    /// PTS 900000 = 0x0DBBA0.
    private static let time: [UInt8] = [0x21, 0x00, 0x37, 0x77, 0x41]
    private static let videoHeader: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5] + time
    private static let audioHeader: [UInt8] = [0, 0, 1, 0xC0, 0, 8 + 20, 0x80, 0x80, 5] + time
    /// A frame of 20 bytes.
    private static let frame: [UInt8] =
        [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x9F, 0xFC] + [UInt8](repeating: 7, count: 13)

    private static func packet(_ pid: UInt16, _ counter: UInt8, start: Bool = false, _ payload: [UInt8])
        -> [UInt8]
    {
        let stuffing = size - 4 - payload.count
        var bytes: [UInt8] = [0x47, (start ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF), 0x10 | counter]
        if stuffing > 0 {
            bytes[3] |= 0x20
            bytes.append(UInt8(stuffing - 1))
            if stuffing > 1 { bytes += [0] + [UInt8](repeating: 0xFF, count: stuffing - 2) }
        }
        return bytes + payload
    }

    private static func table(_ pid: UInt16, _ counter: UInt8, _ section: [UInt8]) -> [UInt8] {
        packet(pid, counter, start: true, section + [UInt8](repeating: 0xFF, count: size - 4 - section.count))
    }

    private static let data = [UInt8](repeating: 0x55, count: 184)

    private static let packets: [[UInt8]] = [
        table(0, 0, association),
        table(0x1000, 0, map),
        packet(0x100, 0, start: true, videoHeader + data.dropFirst(videoHeader.count)),
        packet(0x100, 1, data),
        packet(0x101, 9, start: true, audioHeader + frame),
        packet(0x100, 2, [1, 2, 3]),
        packet(0x101, 10, start: true, audioHeader + frame),
    ]

    private static func offset(_ packet: Int, _ byte: Int) -> Int { packet * size + byte }

    private static let good = packets.flatMap { $0 }

    @Test func takesTheUnchangedStream() {
        let verdict = shape(of: Self.good)
        #expect(verdict.fault == nil)
        #expect(verdict.kind == .transportStream)
        #expect(verdict.start != nil)
    }

    private static func flip(
        _ name: String,
        _ packet: Int,
        _ byte: Int,
        _ mask: UInt8,
        at expected: Int? = nil
    ) -> StreamMutation {
        StreamMutation(name, at: UInt64(expected ?? offset(packet, byte))) {
            $0[offset(packet, byte)] ^= mask
        }
    }

    private static let mutations: [StreamMutation] = [
        flip("sync byte", 3, 0, 0x01),
        flip("transport_error_indicator", 3, 1, 0x80),
        flip("transport_scrambling_control", 3, 3, 0x80),
        flip("adaptation_field_control 00, noticed at the next", 3, 3, 0x10, at: offset(5, 3)),
        flip("adaptation_field_length", 4, 4, 0x40),
        flip("stuffing", 4, 20, 0x01),
        flip("continuity_counter", 3, 3, 0x08),
        flip("PID of a packet, noticed at the next", 3, 2, 0x40, at: offset(5, 3)),
        flip("pointer_field", 0, 4, 0xFF),
        flip("PAT", 0, 9, 0x01, at: offset(0, 5)),
        flip("CRC of the PAT", 0, 20, 0x01, at: offset(0, 5)),
        flip("PMT", 1, 25, 0x01, at: offset(1, 5)),
        flip("start code", 2, 6, 0x02),
        flip("PES marker bits", 2, 10, 0x80),
        flip("time stamp", 2, 13, 0x01),
        flip(
            "PES_packet_length one too long, noticed at the next start",
            4,
            188 - 34 + 5,
            0x01,
            at: offset(6, 188 - 34)
        ),
        flip("PES_packet_length too short", 4, 188 - 34 + 5, 0x04, at: offset(5, 0) - 4),
        flip("ADTS syncword", 6, 188 - 20, 0x80),
        flip(
            "ADTS frame length, noticed in the next frame",
            4,
            188 - 20 + 4,
            0x01,
            at: offset(6, 188 - 20 + 8)
        ),
        StreamMutation("lost packet", at: UInt64(offset(4, 3))) {
            $0.removeSubrange(offset(3, 0)..<offset(4, 0))
        },
        StreamMutation("cut packet", at: UInt64(offset(6, 0))) { $0.removeLast(1) },
        StreamMutation("a byte too many", at: UInt64(offset(7, 0))) { $0.append(0x47) },
        StreamMutation("no PAT", at: 0) { $0.removeFirst(size) },
        StreamMutation("no PMT", at: 0) { $0.removeSubrange(size..<2 * size) },
        StreamMutation("third copy", at: UInt64(offset(5, 3))) { bytes in
            let copy = bytes[offset(3, 0)..<offset(4, 0)]
            bytes.insert(contentsOf: copy + copy, at: offset(4, 0))
        },
    ]

    @Test(arguments: mutations)
    func notices(mutation: StreamMutation) {
        var bytes = Self.good
        mutation.apply(&bytes)
        let verdict = shape(of: bytes)
        #expect(verdict.fault?.offset == mutation.offset, "\(verdict.fault?.description ?? "nothing")")
        #expect(verdict == shape(of: bytes, chunk: 1))
    }

    @Test func takesOneDuplicate() {
        var bytes = Self.good
        bytes.insert(contentsOf: Self.packets[3], at: Self.offset(4, 0))
        #expect(shape(of: bytes).fault == nil)
    }

    @Test func takesSegmentsWithoutTablesBehindAMap() {
        let bytes = Array(Self.good.dropFirst(2 * Self.size))
        #expect(shape(of: bytes).fault?.offset == 0)
        #expect(shape(of: bytes, expecting: ExpectedSyntax(hasInitializationSection: true)).fault == nil)
    }

    /// Each changed bit of each packet header of a real stream is detected, or there is a reason why not.
    @Test(arguments: ["ts avc ac3", "ts mpeg2 mp2"])
    func noticesFlippedHeaderBits(name: String) throws {
        let original = Array(try SampleStreams.named(name).bytes.prefix(40 * Self.size))
        let count = 24
        var unnoticed = 0
        for bit in 0..<count * 32 {
            let start = bit / 32 * Self.size
            var bytes = original
            bytes[start + bit % 32 / 8] ^= 0x80 >> UInt8(bit % 8)
            guard shape(of: bytes).fault == nil else { continue }
            unnoticed += 1
            let reason = Self.reasonToMiss(bit % 32, original, at: start)
            #expect(reason != nil, "bit \(bit % 32) of packet \(bit / 32)")
        }
        #expect(unnoticed < count * 32 / 6)
    }

    /// Returns the reason why a changed header bit may be missed, or nil if it must be detected.
    private static func reasonToMiss(_ bit: Int, _ stream: [UInt8], at packet: Int) -> String? {
        func pid(_ packet: Int) -> Int { Int(stream[packet + 1] & 0x1F) << 8 | Int(stream[packet + 2]) }
        let samePID = stride(from: 0, to: stream.count, by: size).filter { pid($0) == pid(packet) }
        let isEdge = packet == samePID.first || packet == samePID.last
        let next = samePID.first { $0 > packet }
        let isRepeated = next.map { stream[$0 + 4..<$0 + size] == stream[packet + 4..<packet + size] } ?? true
        let isStart = stream[packet + 1] & 0x40 != 0
        switch bit {
        case 9: return isStart ? "a PES packet of unknown length runs on" : nil
        case 10: return "transport_priority is anyone's choice"
        case 11..<24: return isEdge ? "the counters of its PID go on without it" : nil
        case 26 where pid(packet) == 0x11: return "DVB's table is not asked for"
        case 27: return isEdge ? "a reserved packet is discarded, and has no neighbour to miss it" : nil
        case 26: return isStart ? nil : "stuffing becomes data of a PES packet of unknown length"
        case 28..<31: return samePID.count == 1 ? "one packet has no neighbour to compare with" : nil
        case 31:
            return isRepeated ? "a table sent again looks like a duplicate packet, or has no neighbour" : nil
        default: return nil
        }
    }
}
