import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

@testable import Muxing

struct FragmentTimelineTests {
    /// A track, and its times in the output, computed by hand.
    struct Case: Sendable {
        let name: String
        let offsets: [Int32]
        let shift: Int64
        /// The first fragment's decode time, the composition offsets, and the edit list's media_time.
        let decodeTime: UInt64
        let written: [Int32]
        let edit: Int64
    }

    static let cases = [
        Case(
            name: "no reordering",
            offsets: [0, 0, 0],
            shift: 0,
            decodeTime: 0,
            written: [0, 0, 0],
            edit: 0
        ),
        Case(
            name: "reordered pictures: the first is shown two ticks of ten after it is decoded",
            offsets: [20, 40, 10, 0],
            shift: -20,
            decodeTime: 0,
            written: [20, 40, 10, 0],
            edit: 20
        ),
        Case(
            name: "the same with negative offsets in the source",
            offsets: [0, 20, -10, -20],
            shift: 0,
            decodeTime: 0,
            written: [20, 40, 10, 0],
            edit: 20
        ),
        Case(
            name: "reordered pictures that start late enough to be decoded before",
            offsets: [20, 40, 10, 0],
            shift: 15,
            decodeTime: 15,
            written: [20, 40, 10, 0],
            edit: 0
        ),
        Case(
            name: "offsets that all pictures have in common",
            offsets: [7, 7],
            shift: 0,
            decodeTime: 7,
            written: [0, 0],
            edit: 0
        ),
        Case(name: "a late start", offsets: [0, 0], shift: 55, decodeTime: 55, written: [0, 0], edit: 0),
        Case(name: "priming", offsets: [0, 0, 0], shift: -15, decodeTime: 0, written: [0, 0, 0], edit: 15),
        Case(
            name: "a cut into a group of pictures: the edit starts 5 ticks behind the first picture",
            offsets: [20, 40, 10, 0],
            shift: -25,
            decodeTime: 0,
            written: [20, 40, 10, 0],
            edit: 25
        ),
        Case(
            name: "leading pictures are shown from 0 on, before the first one that is decoded",
            offsets: [20, -10, -5],
            shift: 0,
            decodeTime: 0,
            written: [30, 0, 5],
            edit: 10
        ),
    ]

    @Test(arguments: cases)
    func placesTimes(_ item: Case) throws {
        let samples = SampleTracks.samples(item.offsets, syncEvery: 100)
        let bytes = InMemoryByteSource([UInt8](repeating: 1, count: samples.count * 10))
        let cut = TrackSegments.Segment(samples: samples.indices, start: 0, duration: 30)
        let track = SampleTracks.segments(
            SampleTracks.video,
            samples,
            bytes,
            cuts: [cut],
            shift: item.shift
        )
        let found = try ReadBack(try FragmentedMP4Muxer(track, isSingleFile: false).wholeRendition().joined())
        #expect(found.samples.first?.decodeTime == item.decodeTime)
        #expect(found.samples.map(\.compositionOffset) == item.written)
        #expect(found.editMediaTime == item.edit)
        #expect((found.movie.tracks[0].editList == nil) == (item.edit == 0))
    }

    @Test(
        arguments: [
            ([0, 0], Int64.max - 200), ([0, 0], Int64.min + 200), ([Int32.min, Int32.max], 0),
            ([Int32.max, Int32.min], Int64(1) << 33),
        ] as [([Int32], Int64)]
    )
    func refusesTimesWithoutRoom(_ offsets: [Int32], _ shift: Int64) throws {
        let samples = SampleTracks.samples(offsets)
        let cut = TrackSegments.Segment(samples: samples.indices, start: 0, duration: 20)
        let track = SampleTracks.segments(
            SampleTracks.video,
            samples,
            InMemoryByteSource([]),
            cuts: [cut],
            shift: shift
        )
        #expect(throws: MezzanineError.self) { try FragmentedMP4Muxer(track, isSingleFile: false) }
    }
}
