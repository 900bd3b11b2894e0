import Bitstreams
import Testing

struct ByteReaderTests {
    @Test func readsBigEndianIntegers() throws {
        var reader = ByteReader([1, 2, 3, 4, 5, 6, 0xFF, 0xFF, 0xFF, 0xFE, 1, 2, 3, 4, 5, 6, 7, 8, 9][...])
        #expect(try reader.uint8() == 0x01)
        #expect(try reader.uint16() == 0x0203)
        #expect(try reader.uint24() == 0x04_0506)
        #expect(try reader.int32() == -2)
        #expect(try reader.uint64() == 0x0102_0304_0506_0708)
        #expect(reader.count == 1)
        #expect(!reader.isAtEnd)
    }

    @Test func knowsOffsetsInSlicesAndParts() throws {
        let bytes: [UInt8] = [9, 9, 1, 2, 3, 4]
        var reader = ByteReader(bytes[2...], at: 100)
        try reader.skip(1)
        var part = try reader.subreader(2)
        #expect(part.offset == 101)
        #expect(try part.uint16() == 0x0203)
        #expect(part.isAtEnd)
        #expect(reader.offset == 103)
        #expect(reader.remainingBytes.elementsEqual([4]))
    }

    @Test(arguments: [4, 5, Int.max, -1, Int.min])
    func refusesCountsThatDoNotFit(_ count: Int) {
        var reader = ByteReader([1, 2, 3], at: 7)
        let error = ParseError.truncated(offset: 7, needed: UInt64(clamping: count), available: 3)
        #expect(throws: error) { try reader.read(count) }
        #expect(reader.count == 3)
    }

    @Test func refusesCountsBeyondInt() {
        var reader = ByteReader([1, 2, 3])
        #expect(throws: ParseError.self) { try reader.read(UInt64.max) }
    }

    @Test func refusesIntegersThatAreCutShort() {
        var reader = ByteReader([1, 2, 3], at: 40)
        #expect(throws: ParseError.truncated(offset: 40, needed: 4, available: 3)) { try reader.uint32() }
    }
}
