import Bitstreams
import ElementaryStreams
import Testing

/// OBU headers, and the number formats used in them (AV1, 4.10, 5.3).
struct AV1OBUHeaderTests {
    @Test func readsTypeLayerAndSize() throws {
        let frame = try AV1OBUHeader([0x32, 0x85, 0x01, 9, 9], at: 0)
        #expect(frame.type == .frame)
        #expect(frame.layer == nil)
        #expect(frame.payloadLength == 133)
        #expect(frame.length == 3)
        let layered = try AV1OBUHeader([0x1C, 0b101_10_000, 7], at: 0)
        #expect(layered.type == .frameHeader)
        #expect(layered.layer?.temporalID == 5)
        #expect(layered.layer?.spatialID == 2)
        #expect(layered.payloadLength == nil)
        #expect(layered.length == 2)
    }

    @Test(
        arguments: [
            ([], "0 bytes"), ([0x36], "0 bytes"), ([0x32, 0x80], "0 bytes"),
            ([0x92, 0], "obu_forbidden_bit 1"),
            ([0x32] + [UInt8](repeating: 0x80, count: 8), "leb128 number of more than 32 bits or 8 bytes"),
            ([0x32, 0x80, 0x80, 0x80, 0x80, 0x10], "leb128 number of more than 32 bits or 8 bytes"),
        ] as [([UInt8], String)]
    )
    func refuses(bytes: [UInt8], found: String) {
        let error = #expect(throws: ParseError.self) { try AV1OBUHeader(bytes[...], at: 0) }
        #expect(error?.found == found)
    }

    @Test(
        arguments: [
            ([0], 0), ([0x7F], 127), ([0x80, 0x01], 128), ([0xFF, 0xFF, 0xFF, 0xFF, 0x0F], UInt32.max),
            ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 0), ([0x85, 0x80, 0x00], 5),
        ] as [([UInt8], UInt32)]
    )
    func readsLEB128(bytes: [UInt8], value: UInt32) throws {
        var reader = ByteReader(bytes[...])
        #expect(try reader.leb128() == value)
        #expect(reader.isAtEnd)
    }

    /// Values from the table of 4.10.7.
    @Test(arguments: [("00", 0), ("01", 1), ("10", 2), ("110", 3), ("111", 4)])
    func readsNonSymmetricNumbers(text: String, value: Int) throws {
        let bytes = payload(text)
        var reader = BitReader(bytes[...])
        #expect(try reader.nonSymmetric(5) == value)
        #expect(bytes.count * 8 - reader.count == text.count)
    }

    @Test(arguments: [("0000001", 1), ("1111111", -1), ("1000000", -64), ("0111111", 63)])
    func readsSignedNumbers(text: String, value: Int) throws {
        var reader = BitReader(payload(text)[...])
        #expect(try reader.signedBits(7) == value)
    }
}
