import Bitstreams
import Testing
import TransportStreams

/// PES headers written by hand from ISO/IEC 13818-1 table 2-21.
struct PESHeaderTests {
    /// PTS 0x1_2345_6789 and DTS 0x0_0000_0001, placed bit by bit.
    private static let both: [UInt8] = [
        0, 0, 1, 0xE0, 0, 0, 0x80, 0xC0, 10,
        0x39, 0x8D, 0x15, 0xCF, 0x13, 0x11, 0x00, 0x01, 0x00, 0x03,
    ]

    @Test func readsTimeStamps() throws {
        let header = try PESHeader(Self.both.span, at: 0)
        #expect(header.streamID == 0xE0)
        #expect(header.packetLength == 0)
        #expect(header.size == 19)
        #expect(header.presentationTime == 0x1_2345_6789)
        #expect(header.decodingTime == 1)
    }

    @Test func leavesOutWhatIsNotThere() throws {
        for count in 0..<Self.both.count {
            let header = try PESHeader([UInt8](Self.both.prefix(count)).span, at: 0)
            #expect((header.streamID != nil) == (count > 3))
            #expect((header.packetLength != nil) == (count > 5))
            #expect((header.size != nil) == (count > 8))
            #expect((header.presentationTime != nil) == (count > 13))
            #expect(header.decodingTime == nil)
        }
    }

    @Test func readsStreamsWithoutOptionalHeader() throws {
        let header = try PESHeader([0, 0, 1, 0xBF, 0, 9, 0x12, 0x34, 0x56, 0x78].span, at: 0)
        #expect(header.size == 6)
        #expect(header.presentationTime == nil)
    }

    @Test(
        arguments: [
            ("start code, first byte", 0, 0x01, 0),
            ("start code, second byte", 1, 0x02, 1),
            ("start code, third byte", 2, 0x00, 2),
            ("stream_id of a pack header", 3, 0xBA, 3),
            ("length shorter than the header", 5, 12, 8),
            ("marker bits", 6, 0x40, 6),
            ("PTS_DTS_flags 01", 7, 0x40, 7),
            ("header too short for both stamps", 8, 9, 8),
            ("PTS prefix", 9, 0x29, 9),
            ("PTS marker", 13, 0x12, 9),
            ("DTS prefix", 14, 0x21, 14),
            ("DTS marker", 16, 0x00, 14),
        ] as [(String, Int, UInt8, UInt64)]
    )
    func refuses(name: String, position: Int, value: UInt8, offset: UInt64) {
        var bytes = Self.both
        bytes[position] = value
        let error = #expect(throws: ParseError.self) { try PESHeader(bytes.span, at: 500) }
        #expect(error?.offset == 500 + offset, "\(name)")
    }
}
