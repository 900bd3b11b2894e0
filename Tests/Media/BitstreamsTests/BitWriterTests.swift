import Bitstreams
import Testing

struct BitWriterTests {
    @Test func fieldsFollowEachOtherFromTheMostSignificantBitOn() {
        var writer = BitWriter()
        writer.write(0b101, 3)
        writer.write(0x1FF, 9)
        // 101 and nine ones: 1011 1111 1111, padded with zeros.
        #expect(writer.bytes == [0xBF, 0xF0])
    }

    @Test func onlyLowBitsAreWritten() {
        var writer = BitWriter()
        writer.write(0xABC, 8)
        writer.write(-1, 2)
        #expect(writer.bytes == [0xBC, 0xC0])
    }

    @Test func alignmentGoesToTheNextByteAndNoFurther() {
        var writer = BitWriter()
        writer.align()
        #expect(writer.bytes.isEmpty)
        writer.write(1, 1)
        writer.align()
        writer.align()
        writer.write(0x5A, 8)
        #expect(writer.bytes == [0x80, 0x5A])
    }
}
