import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Muxing

struct SingleFileSourceTests {
    /// Returns nine pictures in segments of four, none and five; the last one begins with leading pictures.
    private static func track(start: Int64 = 0) -> TrackSegments {
        let samples = SampleTracks.samples([0, 0, 0, 0, 10, -10, 0, 0, 0], syncEvery: 4)
        return SampleTracks.segments(
            SampleTracks.video,
            samples,
            InMemoryByteSource((0..<90).map { UInt8($0) }),
            cuts: [
                TrackSegments.Segment(samples: 0..<4, start: start, duration: 40),
                TrackSegments.Segment(samples: 4..<4, start: start + 40, duration: 7),
                TrackSegments.Segment(samples: 4..<9, start: start + 47, duration: 43),
            ],
            shift: start
        )
    }

    @Test(arguments: [0, 1 << 32] as [Int64])
    func indexesSegments(_ start: Int64) throws {
        let rendition = try FragmentedMP4Muxer(Self.track(start: start), isSingleFile: true).wholeRendition()
        #expect(rendition.files.map(\.name) == ["media.mp4"])
        let file = try rendition.joined()
        let ranges = try rendition.segments.map { try #require($0.location.range) }
        let section = try #require(rendition.initializationSection?.range)
        var boxes = BoxIterator(ByteReader(file[...]))
        var types: [String] = []
        var index: SegmentIndexBox?
        while let box = try boxes.next() {
            types.append("\(box.type)")
            guard box.type == "sidx" else { continue }
            index = try SegmentIndexBox(box)
            #expect(box.offset == section.upperBound)
            #expect(box.bodyOffset + UInt64(box.body.count) == ranges[0].lowerBound)
            #expect(box.body.first == (start == 0 ? 0 : 1))
        }
        #expect(types.joined(separator: " ") == "ftyp moov sidx moof mdat moof mdat moof mdat moof mdat")
        let found = try #require(index)
        #expect(found.referenceID == 1)
        #expect(found.timescale == 1000)
        #expect(found.earliestPresentationTime == UInt64(start))
        #expect(found.firstOffset == 0)
        #expect(found.references.map { UInt64($0.size) } == ranges.map { $0.upperBound - $0.lowerBound })
        #expect(found.references.map(\.duration) == [40, 7, 43])
        #expect(found.references.map(\.accessPoint) == [0x9000_0000, 0, 0x8000_0000])
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(ranges.last?.upperBound == UInt64(file.count))
    }

    /// A segment without samples marks the start of an empty duration, and has a sequence number.
    @Test func writesSegmentsWithoutSamples() throws {
        let rendition = try FragmentedMP4Muxer(Self.track(), isSingleFile: false).wholeRendition()
        #expect(
            rendition.files.map(\.name) == [
                "init.mp4", "segment-00001.m4s", "segment-00002.m4s", "segment-00003.m4s",
            ]
        )
        let section = try rendition.files[0].bytes.contents()
        let found = try ReadBack(section + (try rendition.files[2].bytes.contents()))
        let track = try #require(found.fragments.first?.box.trackFragments.first)
        #expect(found.fragments.count == 1)
        #expect(found.samples.isEmpty)
        #expect(track.header.durationIsEmpty)
        // All decode times are shifted by 10 ticks: the smallest composition offset is -10.
        #expect(track.baseMediaDecodeTime == 40 + 10)
        #expect(rendition.segments[1].iFrames.isEmpty)
        #expect(rendition.segments.map(\.duration.ticks) == [40, 7, 43])
        #expect(rendition.segments.map(\.start.ticks) == [0, 40, 47])
        #expect(rendition.segments.map(\.iFrames.count) == [1, 0, 2])
    }

    @Test func refusesMoreSegmentsThanAnIndexLists() throws {
        let cut = TrackSegments.Segment(samples: 0..<0, start: 0, duration: 1)
        func track(_ count: Int) -> TrackSegments {
            let cuts = [TrackSegments.Segment](repeating: cut, count: count)
            return SampleTracks.segments(SampleTracks.audio, [], InMemoryByteSource([]), cuts: cuts)
        }
        _ = try FragmentedMP4Muxer(track(65_535), isSingleFile: true)
        #expect(throws: MezzanineError.self) { try FragmentedMP4Muxer(track(65_536), isSingleFile: true) }
        _ = try FragmentedMP4Muxer(track(65_536), isSingleFile: false)
    }
}
