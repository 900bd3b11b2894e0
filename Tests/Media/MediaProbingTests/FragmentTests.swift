import Bitstreams
import MediaProbing
import Testing

struct FragmentTests {
    private typealias M = MovieBytes

    private static let movie = M.movie("vide", M.visual("avc1", M.avcC))

    private func initialization(_ movie: [UInt8] = movie) throws -> MediaInitialization? {
        try probeBoth(movie).initialization
    }

    /// Two fragments of 3 and 4 samples of 40 ticks, at 1000 ticks per second.
    @Test(arguments: [1, 7, 64, 4096], [true, false])
    func addsUpFragments(chunk: Int, skipping: Bool) throws {
        let segment = M.fragment(time: 800, samples: 3) + M.fragment(time: 920, samples: 4)
        let known = try initialization()
        let content = try probeBoth(segment, chunk: chunk, skipping: skipping, initialization: known).content
        #expect(content.kind == .fragmentedMP4)
        let track = try #require(content.tracks.first)
        let timing = try #require(track.timing)
        #expect(timing.start == MediaTicks(ticks: 800, timescale: 1000))
        #expect(timing.length == MediaTicks(ticks: 280, timescale: 1000))
        #expect(timing.length?.duration == .milliseconds(280))
        #expect(timing.sampleCount == 7 && !timing.wraps)
        #expect(track.startsWithKeyFrame == true)
        #expect(track.codecs.map(\.name) == ["avc1.64001f"])
    }

    @Test func readsSegmentsWithTheirOwnMovie() throws {
        let content = try probe(Self.movie + M.fragment(time: 0, samples: 2))
        #expect(content.tracks.first?.timing?.length?.ticks == 80)
    }

    @Test func refusesWhatCannotBeUnderstood() throws {
        let known = try initialization()
        let fragment = M.fragment(time: 0, samples: 1)
        for (name, segment, knownHere) in [
            ("no initialization section", fragment, nil),
            ("another track", M.fragment(time: 0, samples: 1, track: 2), known),
            ("no decode time", M.fragment(time: 0, samples: 1, hasTime: false), known),
            ("cut short", fragment.dropLast(3), known),
            ("no fragment", M.box("styp", M.zeros(8)), known),
            ("two movies", Self.movie + Self.movie, nil),
            // A box of 1 TiB whose body is missing.
            (
                "a huge box",
                M.box("styp", M.zeros(8)) + M.u32(1) + Array("moof".utf8) + M.u32(256) + M.u32(0), known
            ),
        ] as [(String, [UInt8], MediaInitialization?)] {
            #expect(throws: ParseError.self, "\(name)") { try probe(segment, initialization: knownHere) }
        }
    }

    @Test func refusesFragmentsThatAreTooLargeToKeep() throws {
        let limit = 16 << 20
        let fragment = M.box("moof", M.box("free", M.zeros(limit)))
        let known = try initialization()
        let error = #expect(throws: ParseError.self) {
            try probe(fragment + M.box("mdat"), chunk: 1 << 20, initialization: known)
        }
        #expect(error?.offset == 0)
    }

    /// 2^32 - 1 samples of 2^32 - 1 ticks are just below 2^64; the second fragment exceeds it.
    @Test func refusesSumsBeyond64Bits() throws {
        let known = try initialization(
            M.movie("vide", M.visual("avc1", M.avcC), extendsDuration: .max)
        )
        let fragment = M.fragment(time: 0, samples: .max)
        let timing = try probe(fragment, initialization: known).tracks.first?.timing
        #expect(timing?.length?.ticks == 0xFFFF_FFFE_0000_0001)
        // (2^32 - 1)^2 / 1000 seconds, exactly.
        #expect(timing?.length?.duration == .seconds(18_446_744_065_119_617) + .milliseconds(25))
        #expect(throws: ParseError.self) { try probe(fragment + fragment, initialization: known) }
    }
}
