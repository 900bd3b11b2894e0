import Muxing
import Testing
import TransportStreams

struct PacketStuffingTests {
    /// Pictures of every size up to the capacity of three packets need every possible stuffing length.
    @Test func takesEveryLength() throws {
        let pictures = (1...560).map { size in
            SyntheticPicture(units: [[0x41] + (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) | 1 }])
        }
        let cut = SyntheticTracks.cut(SyntheticTracks.video(pictures))
        let bytes = try RenditionReading.all(
            try RenditionReading.rendition(try TransportStreamMuxer([cut], isSingleFile: false))
        )
        let stream = try Demultiplexed(bytes)
        let packets = try #require(stream.streams[0x100])
        #expect(packets.count == pictures.count)
        for (packet, picture) in zip(packets, pictures) {
            #expect(packet.data == [0, 0, 0, 1, 9, 0xF0, 0, 0, 0, 1] + picture.units[0])
            #expect(Int(packet.header.packetLength ?? 0) == packet.bytes.count - 6)
        }
        #expect(stream.countersRunOn)
        // 184 bytes follow a packet header; payloads leave every number of them free.
        let free = Set(stream.packets.filter { $0.pid == 0x100 }.map { 184 - $0.payload.count })
        #expect(free.isSuperset(of: 0...183))
    }

    /// Stuffing of one byte is a length only, of two bytes a length and flags; 0xFF bytes follow.
    @Test(arguments: [(0, []), (1, [0]), (2, [1, 0]), (3, [2, 0, 0xFF])] as [(Int, [UInt8])])
    func stuffsWithAnAdaptationField(_ free: Int, _ field: [UInt8]) throws {
        // The first packet has room for 176 bytes beside the clock; header and delimiter have 20 bytes, the
        // start code 4.
        let picture = SyntheticPicture(units: [[UInt8](repeating: 0x41, count: 176 + 184 - free - 24)])
        let cut = SyntheticTracks.cut(SyntheticTracks.video([picture]))
        let rendition = try RenditionReading.rendition(try TransportStreamMuxer([cut], isSingleFile: false))
        let packet = try RenditionReading.all(rendition).suffix(188)
        #expect(Array(packet.prefix(4)) == [0x47, 0x01, 0x00, free == 0 ? 0x11 : 0x31])
        #expect(Array(packet.dropFirst(4).prefix(free)) == field)
        #expect(packet.dropFirst(4 + free).allSatisfy { $0 == 0x41 })
    }

    /// The PCR base 900000 - 27000 = 873000: 32 bits 0x0006A914, then a bit 0, six ones and nine bits 0.
    @Test func writesTheClock() throws {
        let cut = SyntheticTracks.cut(
            SyntheticTracks.video([SyntheticPicture(units: [[0x65, 1, 2]], isSync: true)])
        )
        let rendition = try RenditionReading.rendition(try TransportStreamMuxer([cut], isSingleFile: false))
        let packet = try RenditionReading.all(rendition).dropFirst(376)
        // Header 14, delimiter 6, parameter sets 4 + 7 and 4 + 4, start code 4, three bytes: 46. The field
        // has 184 - 46 bytes.
        #expect(
            Array(packet.prefix(12))
                == [0x47, 0x41, 0x00, 0x30, 137, 0x50, 0x00, 0x06, 0xA9, 0x14, 0x7E, 0x00]
        )
        #expect(packet.dropFirst(12).prefix(184 - 46 - 8).allSatisfy { $0 == 0xFF })
        #expect(packet.suffix(3) == [0x65, 1, 2])
    }
}
