import Bitstreams
import TestRandomness
import Testing

struct BitReaderTests {
    @Test func readsFieldsAcrossBytes() throws {
        // 101 | 10011 0 | 1111111 | 00000001
        var reader = BitReader([0b1011_0011, 0b0111_1111, 0b0000_0001])
        #expect(try reader.bits(3) == 0b101)
        #expect(try reader.bits(6) == 0b100110)
        #expect(try reader.flag())
        try reader.skip(6)
        #expect(try reader.bits(8) == 1)
        #expect(reader.count == 0)
        #expect(try reader.bits(0) == 0)
    }

    @Test func reads64Bits() throws {
        var reader = BitReader([0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xF0])
        try reader.skip(4)
        #expect(try reader.bits(64) == 0x1234_5678_9ABC_DEFF)
    }

    @Test func refusesToReadPastTheEnd() throws {
        let bytes: [UInt8] = [0, 0xFF, 0xFF]
        var reader = BitReader(bytes[1...], at: 10)
        try reader.skip(9)
        #expect(reader.offset == 11)
        #expect(throws: ParseError.truncated(offset: 11, needed: 2, available: 1)) { try reader.bits(8) }
        #expect(try reader.bits(7) == 0x7F)
    }

    /// Any split of the same bits into fields gives the same number; the seed is in the message.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5])
    func agreesWithWholeBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
        var reader = BitReader(bytes[...])
        var bits = ""
        while reader.count > 0 {
            let width = Int.random(in: 0...min(64, reader.count), using: &random)
            let value = try reader.bits(width)
            let digits = String(value, radix: 2)
            bits += width == 0 ? "" : String(repeating: "0", count: width - digits.count) + digits
        }
        let expected = bytes.map { byte in
            (0..<8).reversed().map { byte >> $0 & 1 == 1 ? "1" : "0" }.joined()
        }
        #expect(bits == expected.joined(), "seed \(seed)")
    }
}
