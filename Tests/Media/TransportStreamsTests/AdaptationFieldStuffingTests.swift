import Testing
import TransportStreams

/// Moving the payload start of packets, written by hand from the syntax tables of ISO/IEC 13818-1.
struct AdaptationFieldStuffingTests {
    private static func packet(_ start: [UInt8]) -> [UInt8] {
        start + [UInt8](repeating: 0x11, count: TransportPacket.size - start.count)
    }

    /// The beginning of a packet, the smallest offset for its payload, an offset, and the expected beginning.
    static let cases: [([UInt8], Int, Int, [UInt8])] = [
        ([0x47, 1, 0, 0x17], 4, 4, [0x47, 1, 0, 0x17]),
        ([0x47, 1, 0, 0x17], 4, 5, [0x47, 1, 0, 0x37, 0]),
        ([0x47, 1, 0, 0x17], 4, 6, [0x47, 1, 0, 0x37, 1, 0]),
        ([0x47, 1, 0, 0x17], 4, 8, [0x47, 1, 0, 0x37, 3, 0, 0xFF, 0xFF]),
        ([0x47, 1, 0, 0x3F, 0], 4, 4, [0x47, 1, 0, 0x1F]),
        ([0x47, 1, 0, 0x3F, 2, 0, 0xFF], 4, 4, [0x47, 1, 0, 0x1F]),
        ([0x47, 1, 0, 0x3F, 2, 0, 0xFF], 4, 6, [0x47, 1, 0, 0x3F, 1, 0]),
        ([0x47, 1, 0, 0x30, 3, 0x40, 0xFF, 0xFF], 6, 6, [0x47, 1, 0, 0x30, 1, 0x40]),
        ([0x47, 1, 0, 0x30, 1, 0x40], 6, 8, [0x47, 1, 0, 0x30, 3, 0x40, 0xFF, 0xFF]),
        (
            [0x47, 1, 0, 0x30, 8, 0x10, 0, 0, 0, 0, 0x7E, 0, 0xFF], 12, 12,
            [0x47, 1, 0, 0x30, 7, 0x10, 0, 0, 0, 0, 0x7E, 0]
        ),
    ]

    @Test(arguments: cases)
    func movesTheStart(start: [UInt8], earliest: Int, newStart: Int, expected: [UInt8]) throws {
        var bytes: [UInt8] = [9, 9, 9] + Self.packet(start) + [9]
        #expect(try AdaptationFieldStuffing.earliestStart(bytes.span, 3, at: 0) == earliest)
        AdaptationFieldStuffing.setStart(newStart, earliest: earliest, in: &bytes, 3)
        #expect(bytes[3..<3 + newStart] == expected[...])
        #expect(bytes[(3 + max(newStart, start.count))..<191].allSatisfy { $0 == 0x11 })
        #expect(bytes.prefix(3) == [9, 9, 9] && bytes.last == 9)
        #expect(try PacketHead(bytes.span, 3, at: 0).payloadStart == newStart)
    }
}
