import Bitstreams
import Testing
import TransportStreams

/// PES headers that cross transport packets, written by hand from ISO/IEC 13818-1 table 2-21.
struct PESPacketSplitterTests {
    /// PTS 900000 (0xDBBA0), followed by 30 bytes of stuffing.
    private static let header: [UInt8] =
        [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 35, 0x21, 0x00, 0x37, 0x77, 0x41]
        + [UInt8](repeating: 0xFF, count: 30)

    @Test(arguments: 1...60)
    func findsTimesAndData(size: Int) throws {
        var splitter = PESPacketSplitter()
        let packet = Self.header + [1, 2, 3, 4, 5]
        var data: [UInt8] = []
        var times: [UInt64] = []
        var starts = 0
        for start in stride(from: 0, to: packet.count, by: size) {
            let payload = Array(packet[start..<min(start + size, packet.count)])
            let piece = try splitter.split(payload.span, unitStart: start == 0, at: UInt64(start))
            if let time = piece.presentationTime { times.append(time) }
            if piece.startsPacket { starts += 1 }
            data += payload[piece.data]
        }
        #expect(data == [1, 2, 3, 4, 5])
        #expect(times == [900_000])
        #expect(starts == 1)
    }

    @Test func passesOverWhatComesBeforeTheFirstPacket() throws {
        var splitter = PESPacketSplitter()
        let rest: [UInt8] = [9, 9, 9]
        #expect(try splitter.split(rest.span, unitStart: false, at: 0).data.isEmpty)
    }

    @Test func refusesAnotherStartCode() {
        var splitter = PESPacketSplitter()
        let payload: [UInt8] = [0, 0, 2, 0xE0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 0x37, 0x77, 0x41]
        #expect(throws: ParseError.self) { try splitter.split(payload.span, unitStart: true, at: 0) }
    }
}
