import Bitstreams
import ISOBaseMedia
import Testing

/// Sums and flags of `trun`, whose rows have the fields that the box flags select (ISO/IEC 14496-12, 8.8.8).
struct TrackRunSumTests {
    private static func run(_ flags: UInt32, _ parts: [UInt8]...) throws(ParseError) -> TrackRunBox {
        var reader = ByteReader(fullBox("trun", flags: flags, parts.flatMap(\.self))[...])
        return try TrackRunBox(try Box(&reader))
    }

    @Test func sumsDurations() throws {
        // duration, size, flags
        let rows: [UInt32] = [1000, 11, 0x0200_0000, 1001, 22, 0x0101_0000]
        let run = try Self.run(0x700, u32(2), rows.flatMap(u32))
        #expect(run.duration(defaultSampleDuration: 5) == 2001)
        #expect(run.dataSize(defaultSampleSize: nil) == 33)
        #expect(run.flagsOfFirstSample(defaultSampleFlags: nil)?.isSync == true)
    }

    @Test func takesDefaults() throws {
        let run = try Self.run(0, u32(.max))
        #expect(run.duration(defaultSampleDuration: .max) == UInt64(UInt32.max) * UInt64(UInt32.max))
        #expect(run.duration(defaultSampleDuration: nil) == nil)
        #expect(run.flagsOfFirstSample(defaultSampleFlags: 0x0001_0000)?.isSync == false)
        #expect(run.flagsOfFirstSample(defaultSampleFlags: nil) == nil)
    }

    @Test func prefersFirstSampleFlags() throws {
        let first = try Self.run(0x004, u32(1), u32(0x0200_0000))
        #expect(first.flagsOfFirstSample(defaultSampleFlags: 0x0001_0000)?.isSync == true)
        // Each row has only sample flags.
        let row = try Self.run(0x400, u32(1), u32(0x0001_0000))
        #expect(row.flagsOfFirstSample(defaultSampleFlags: 0)?.isSync == false)
        #expect(try Self.run(0x400, u32(0)).flagsOfFirstSample(defaultSampleFlags: 0) == nil)
    }

    @Test func skipsInBoxesThatAreNotWanted() throws {
        var stream = BoxStream(wantedTypes: ["moof"])
        let header = box("mdat", [UInt8](repeating: 0, count: 92)).prefix(10)
        var position = 0
        while try stream.next(in: Array(header).span, at: &position) != nil {}
        #expect(stream.skippableCount == 90)
        stream.skip(50)
        #expect(stream.skippableCount == 40 && stream.offset == 60)
        stream.skip(.max)
        #expect(stream.skippableCount == 0 && stream.offset == 100)
        #expect(try stream.finish() == nil)
    }
}
