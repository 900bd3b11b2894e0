import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

/// Fragments written by hand (ISO/IEC 14496-12, 8.8).
struct MovieFragmentsTests {
    private static let empty = MadeTrack(samples: [])

    /// Returns "decodeTime+duration" of each sample.
    private static func times(_ movie: MovieBuilder, track: Int = 0) throws -> [String] {
        try movie.read().tracks[track].samples.map { "\($0.decodeTime)+\($0.duration)" }
    }

    private static func movie(_ tracks: [MadeFragment.Track], _ first: MadeTrack = empty) -> MovieBuilder {
        MovieBuilder(tracks: [first], fragments: tracks.map { MadeFragment(tracks: [$0]) })
    }

    @Test(
        arguments: [
            (
                "one behind the other", [.init(decodeTime: 0), .init(decodeTime: 20)],
                "0+10 10+10 20+10 30+10"
            ),
            ("without times", [.init(), .init()], "0+10 10+10 20+10 30+10"),
            ("a late start", [.init(decodeTime: 1_700_000_000_000)], "1700000000000+10 1700000000010+10"),
            ("a gap", [.init(decodeTime: 0), .init(decodeTime: 500)], "0+10 10+10 500+10 510+10"),
            (
                "the time wins over the sum", [.init(decodeTime: 0), .init(decodeTime: 19)],
                "0+10 10+9 19+10 29+10"
            ),
            (
                "no duration but a time", [.init(decodeTime: 0, durations: [10, 0]), .init(decodeTime: 25)],
                "0+10 10+15 25+10 35+10"
            ),
            ("none at the start", [.init(durations: [0, 10, 10])], "0+1 1+9 10+10"),
            ("the last without duration", [.init(decodeTime: 0, durations: [7, 9, 0])], "0+7 7+9 16+9"),
        ] as [(String, [MadeFragment.Track], String)]
    )
    func decodeTimes(name: String, fragments: [MadeFragment.Track], expected: String) throws {
        #expect(try Self.times(Self.movie(fragments)).joined(separator: " ") == expected)
    }

    @Test
    func fragmentsFollowTheSamplesOfTheMovieBox() throws {
        let movie = Self.movie([.init(), .init(decodeTime: 60)], MadeTrack())
        #expect(
            try Self.times(movie) == ["0+10", "10+10", "20+10", "30+10", "40+10", "50+10", "60+10", "70+10"]
        )
    }

    @Test
    func everyTrackHasItsOwnTimes() throws {
        let fragment = MadeFragment(
            tracks: [.init(id: 1), .init(id: 2, durations: [3, 3, 3]), .init(id: 3), .init(id: 1)]
        )
        let movie = MovieBuilder(
            tracks: [
                Self.empty, MadeTrack(handler: "soun", entries: [Entries.aac], samples: []),
                MadeTrack(handler: "text", entries: [BoxNode("tx3g", fields: zeros(38))], samples: []),
            ],
            fragments: [fragment, fragment]
        )
        let mezzanine = try movie.read()
        #expect(mezzanine.tracks.map(\.samples.count) == [8, 6])
        #expect(mezzanine.tracks.map(\.samples.endTime) == [80, 18])
        let first = movie.bytes.count - 2 * fragment.bytes.count
        let data = UInt64(first + fragment.bytes.count - 3 * 9)
        #expect(
            mezzanine.tracks[0].samples.map(\.offset).prefix(4) == [data, data + 3, data + 21, data + 24]
        )
        #expect(mezzanine.tracks[1].samples.map(\.offset).prefix(3) == [data + 6, data + 9, data + 12])
        #expect(
            mezzanine.notes == [
                "track 3 ('tx3g') is left out: subtitles, which are taken from WebVTT files only"
            ]
        )
    }

    @Test(
        arguments: [
            ("decode time of sample 3", [.init(decodeTime: 100), .init(decodeTime: 5)]),
            ("decode time of sample 1", [.init(decodeTime: 1 << 60)]),
            ("decode time", [.init(decodeTime: .max)]),
            ("decode time", [.init(decodeTime: .max >> 1)]),
            ("duration of the only sample", [.init(durations: [0])]),
            ("size of sample 1", [.init(size: 0)]),
            ("sample_description_index of sample 1", [.init(description: 2)]),
            ("sample_description_index of sample 1", [.init(description: 0)]),
            ("track_ID", [.init(id: 9)]),
        ] as [(String, [MadeFragment.Track])]
    )
    func faultsHaveAPlace(excerpt: String, fragments: [MadeFragment.Track]) {
        let error = #expect(throws: MezzanineError.self) { try Self.movie(fragments).read() }
        guard case .malformed("in.mp4", let fault)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.found.contains(excerpt) && fault.offset > 0, "\(fault)")
    }

    /// A run of a few bytes that declares four billion samples of one byte.
    @Test
    func countsThatNoFileHoldsAreRefused() {
        let table: [UInt8] = [0, 2, 0, 0x3A] + word(1) + word(1) + word(1) + word(1) + zeros(4)
        let run = BoxNode("trun", fields: zeros(4) + word(.max))
        let fragment = BoxNode(
            "moof",
            children: [
                BoxNode("mfhd", fields: zeros(8)),
                BoxNode("traf", children: [BoxNode("tfhd", fields: table), run]),
            ]
        )
        let bytes = Self.movie([.init()]).bytes + fragment.bytes
        #expect(throws: MezzanineError.self) { try Mezzanine.read(path: "in.mp4", InMemoryByteSource(bytes)) }
    }
}
