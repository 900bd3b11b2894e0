import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Muxing

struct FragmentLimitTests {
    private static func muxer(
        _ samples: [MovieSample],
        _ bytes: any ByteSource,
        isSingleFile: Bool = false
    ) throws -> FragmentedMP4Muxer {
        let cut = TrackSegments.Segment(samples: samples.indices, start: 0, duration: 100)
        return try FragmentedMP4Muxer(
            SampleTracks.segments(SampleTracks.audio, samples, bytes, cuts: [cut]),
            isSingleFile: isSingleFile
        )
    }

    private static func samples(_ sizes: [UInt32]) -> [MovieSample] {
        var offset: UInt64 = 0
        return sizes.enumerated().map { index, size in
            defer { offset += UInt64(size) }
            return MovieSample(
                decodeTime: UInt64(index) * 10,
                duration: 10,
                compositionOffset: 0,
                offset: offset,
                size: size,
                isSync: true,
                descriptionIndex: 1
            )
        }
    }

    /// An `mdat` with a 32-bit size can hold at most 2^32 - 9 bytes after its header.
    @Test(
        arguments: [(0x8000_0000, 0x7FFF_FFF7, 8), (0x8000_0000, 0x7FFF_FFF8, 16)]
            as [(UInt32, UInt32, UInt64)]
    )
    func writesLargeMediaData(_ first: UInt32, _ second: UInt32, _ header: UInt64) throws {
        let data = UInt64(first) + UInt64(second)
        let source = CountingSource(size: data)
        let rendition = try Self.muxer(Self.samples([first, second]), source).wholeRendition()
        let file = rendition.files[1].bytes
        let reader = try file.makeReader()
        let start = try reader.bytes(400, at: 0)
        var boxes = BoxIterator(ByteReader(start[...]))
        var offset: UInt64 = 0
        for type in ["styp", "moof"] as [FourCharacterCode] {
            let box = try #require(try boxes.next())
            #expect(box.type == type)
            offset = box.bodyOffset + UInt64(box.body.count)
        }
        var fields = ByteReader(start.dropFirst(Int(offset)))
        let sizes = (try fields.uint32(), try fields.uint32(), header == 16 ? try fields.uint64() : 0)
        #expect(header == 16 ? sizes.0 == 1 && sizes.2 == data + 16 : UInt64(sizes.0) == data + 8)
        #expect(sizes.1 == FourCharacterCode("mdat").rawValue)
        #expect(file.size == offset + header + data)
        #expect(try reader.bytes(10, at: file.size - 4).count == 4)
    }

    @Test func refusesSegmentsThatAnIndexCannotList() throws {
        let source = CountingSource(size: 1 << 31)
        let muxer = try Self.muxer(Self.samples([1 << 31]), source, isSingleFile: true)
        #expect(throws: MezzanineError.self) { try muxer.wholeRendition() }
    }

    @Test func refusesSamplesBehindTheEnd() throws {
        let muxer = try Self.muxer(
            Self.samples([10, 11]),
            InMemoryByteSource([UInt8](repeating: 0, count: 20))
        )
        #expect(
            throws: MezzanineError.malformed(
                path: "in.mp4",
                .truncated(offset: 10, needed: 11, available: 10)
            )
        ) { try muxer.draft(0) }
    }

    /// 16 MiB less 88 bytes of other fields have room for 1048570 rows of 16 bytes.
    @Test(arguments: [(1_048_570, false), (1_048_571, true)])
    func refusesLargeTables(_ count: Int, _ isRefused: Bool) throws {
        let plan = try FragmentedTrackPlan(
            SampleTracks.segments(SampleTracks.audio, [], InMemoryByteSource([]), cuts: [])
        )
        let fragment = Fragment(
            firstSample: 0,
            sampleCount: count,
            decodeTime: 0,
            duration: nil,
            size: nil,
            flags: .each,
            hasCompositionOffsets: true,
            hasRollGroup: false,
            dataSize: 0
        )
        do {
            try SegmentDrafter(plan).check(fragment)
            #expect(!isRefused)
        } catch {
            #expect(isRefused)
        }
    }

    @Test func saysThatASourceGotShorter() throws {
        let source = CountingSource(size: 20, readable: 15)
        let rendition = try Self.muxer(Self.samples([10, 10]), source).wholeRendition()
        let reader = try rendition.files[1].bytes.makeReader()
        #expect(throws: ByteSourceError.changed(path: "in.mp4")) { try reader.bytes(1000, at: 0) }
    }

    /// 100 samples in four separate byte ranges take four reads.
    @Test func readsRunsAtOnce() throws {
        var samples = Self.samples([UInt32](repeating: 100, count: 100))
        for index in samples.indices { samples[index].offset += UInt64(index / 25) * 7 }
        let source = CountingSource(size: 20_000)
        let rendition = try Self.muxer(samples, source).wholeRendition()
        let reader = try rendition.files[1].bytes.makeReader()
        let bytes = try reader.bytes(1 << 18, at: 0)
        #expect(UInt64(bytes.count) == rendition.files[1].bytes.size)
        #expect(source.readCount == 4)
    }
}
