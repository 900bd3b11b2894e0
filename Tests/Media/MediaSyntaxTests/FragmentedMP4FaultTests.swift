import MediaProbing
import MediaSyntax
import Testing

/// Segments and initialization sections written by hand from ISO/IEC 14496-12.
struct FragmentedMP4FaultTests {
    private static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return word(body.count + 8) + Array(type.utf8) + body
    }

    private static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static let zero = word(0)

    /// Returns a fragment of two samples of 5 bytes; `offset` counts from the `moof`, whose size is 92.
    private static func fragment(time: Int, offset: Int = 100, second: Int = 5) -> [UInt8] {
        let header = box("tfhd", word(0x02_0000), word(1))
        let decodeTime = box("tfdt", zero, word(time))
        let run = box("trun", word(0x201), word(2), word(offset), word(5), word(second))
        return box("moof", box("mfhd", zero, word(1)), box("traf", header, decodeTime, run))
    }

    private static let data = box("mdat", [UInt8](repeating: 0xAB, count: 10))
    private static let type = box("styp", Array("msdh".utf8), zero, Array("msdh".utf8))
    /// styp 0, moof 20 (mfhd 28, traf 44, tfhd 52, tfdt 68, trun 84), mdat 112, moof 130, mdat 222, end 240.
    private static let good = type + fragment(time: 0) + data + fragment(time: 2) + data

    @Test func takesTheUnchangedSegment() {
        #expect(Self.fragment(time: 0).count == 92)
        let verdict = shape(of: Self.good)
        #expect(verdict.fault == nil)
        #expect(verdict.kind == .fragmentedMP4)
    }

    private static func flip(_ name: String, _ byte: Int, _ mask: UInt8, at expected: UInt64)
        -> StreamMutation
    {
        StreamMutation(name, at: expected) { $0[byte] ^= mask }
    }

    private static func replace(_ name: String, at expected: UInt64, _ bytes: [UInt8]) -> StreamMutation {
        StreamMutation(name, at: expected) { $0 = bytes }
    }

    private static let mutations: [StreamMutation] = [
        flip("box type not printable", 24, 0x80, at: 24),
        flip("size of the moof", 23, 0x01, at: 112),
        flip("brand", 8, 0x80, at: 8),
        flip("mfhd by another name", 35, 0x01, at: 20),
        flip("size 0 of mfhd", 31, 0x10, at: 28),
        flip("version of tfhd", 60, 0x01, at: 60),
        flip("tfhd by another name", 59, 0x01, at: 44),
        flip("tfdt by another name", 75, 0x01, at: 44),
        flip("version of tfdt 2", 76, 0x02, at: 76),
        flip("sample count", 99, 0x01, at: 104),
        flip("sample size", 111, 0x10, at: 44),
        flip("data offset", 103, 0x80, at: 44),
        replace("cut in mdat", at: 222, good.dropLast(1)),
        replace("cut in a header", at: 240, good + [0, 0, 0]),
        replace("no mdat", at: 20, type + fragment(time: 0)),
        replace("no mdat before the next moof", at: 20, type + fragment(time: 0) + fragment(time: 0) + data),
        replace("mdat without moof", at: 20, type + data),
        replace("no fragment", at: 0, type + box("free")),
        replace("garbage behind the last box", at: 244, good + [0, 0, 0, 12, 1, 2, 3, 4, 5, 6, 7, 8]),
        replace("samples in the header of mdat", at: 24, fragment(time: 0, offset: 99) + data),
        replace("samples behind mdat", at: 24, fragment(time: 0, offset: 101) + data),
        replace("sample behind mdat", at: 24, fragment(time: 0, second: 6) + data),
        replace("samples before the segment", at: 24, fragment(time: 0, offset: -100) + data),
    ]

    @Test(arguments: mutations)
    func notices(mutation: StreamMutation) {
        var bytes = Self.good
        mutation.apply(&bytes)
        let verdict = shape(of: bytes)
        #expect(verdict.fault?.offset == mutation.offset, "\(verdict.fault?.description ?? "nothing")")
        #expect(verdict == shape(of: bytes, chunk: 1))
    }

    @Test func takesWhatIsAllowed() {
        let fragment = Self.fragment(time: 0, offset: 116)
        let free = Self.box("free", [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(shape(of: fragment + free + Self.data).fault == nil)
        #expect(shape(of: Self.fragment(time: 0) + Self.data + Self.box("abcd")).fault == nil)
        #expect(shape(of: Self.fragment(time: 0) + Self.word(0) + Self.data.dropFirst(4)).fault == nil)
    }

    @Test(arguments: [
        "moov", "trak", "tkhd", "mdia", "mdhd", "hdlr", "minf", "stbl", "stsd", "mvex", "trex", "mvhd",
    ])
    func noticesAMissingBox(type: String) throws {
        let sample = try SampleStreams.named("init")
        var bytes = sample.bytes
        for index in 0..<bytes.count - 4 where bytes[index..<index + 4].elementsEqual(type.utf8) {
            bytes[index] = 0x78
        }
        #expect(shape(of: bytes, expecting: sample.expectation).fault != nil)
    }

    @Test func noticesMediaAndOrderInInitializationSections() throws {
        let sample = try SampleStreams.named("init")
        let typeSize = Int(sample.bytes[3])
        let movie = Array(sample.bytes.dropFirst(typeSize))
        func offset(_ bytes: [UInt8]) -> UInt64? {
            shape(of: bytes, expecting: sample.expectation).fault?.offset
        }
        #expect(offset(movie) == 0)
        #expect(offset(Array(sample.bytes.prefix(typeSize))) == 0)
        #expect(offset(sample.bytes + Self.data) == UInt64(sample.bytes.count))
        #expect(offset(sample.bytes + movie) == UInt64(sample.bytes.count))
        #expect(offset(sample.bytes + Self.box("free")) == nil)
        #expect(offset(sample.bytes.dropLast()) == UInt64(typeSize))
    }
}
