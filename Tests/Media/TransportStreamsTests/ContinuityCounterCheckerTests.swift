import Testing
import TransportStreams

struct ContinuityCounterCheckerTests {
    /// Returns a packet of PID 0x100.
    private func packet(_ counter: UInt8, fillByte: UInt8 = 0, control: UInt8 = 0x10, flags: UInt8? = nil)
        -> [UInt8]
    {
        var bytes: [UInt8] = [0x47, 0x01, 0x00, control | counter]
        if let flags { bytes += [control & 0x10 == 0 ? 183 : 1, flags] }
        let filler = control & 0x10 == 0 ? 0xFF : fillByte
        return bytes + [UInt8](repeating: filler, count: TransportPacket.size - bytes.count)
    }

    private func verdicts(_ packets: [[UInt8]]) throws -> [ContinuityCounterChecker.Verdict] {
        var counter = ContinuityCounterChecker()
        return try packets.map { bytes in
            let header = try TransportPacketHeader(bytes.span, at: 0)
            return counter.check(try TransportPacket(header: header, bytes.span, at: 0), bytes: bytes.span)
        }
    }

    @Test func countsModulo16() throws {
        #expect(try verdicts((0..<40).map { packet(UInt8(($0 + 9) % 16)) }).allSatisfy { $0 == .next })
    }

    @Test func allowsOneDuplicate() throws {
        let packets = [packet(3), packet(3), packet(4), packet(4), packet(4)]
        #expect(try verdicts(packets) == [.next, .duplicate, .next, .duplicate, .gap(expected: 5)])
    }

    @Test func tellsDuplicatesFromOtherPackets() throws {
        #expect(
            try verdicts([packet(3, fillByte: 1), packet(3, fillByte: 2)]) == [.next, .gap(expected: 4)]
        )
    }

    @Test func noticesGaps() throws {
        #expect(try verdicts([packet(15), packet(1)]) == [.next, .gap(expected: 0)])
    }

    @Test func allowsJumpsAtDiscontinuities() throws {
        #expect(
            try verdicts([packet(3), packet(9, control: 0x30, flags: 0x80), packet(10)]) == [
                .next, .next, .next,
            ]
        )
    }

    @Test func doesNotCountPacketsWithoutPayload() throws {
        let empty = packet(3, control: 0x20, flags: 0)
        #expect(try verdicts([packet(3), empty, empty, packet(4)]) == [.next, .next, .next, .next])
    }
}
