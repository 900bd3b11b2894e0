import ISOBaseMedia
import Mezzanines
import Testing

/// Edit lists (ISO/IEC 14496-12, 8.6.6) of a movie of 1000 ticks per second.
///
/// The track has 90 ticks per second and four samples of 10 ticks, presented 5 ticks after decoding, from 5
/// to 45.
struct EditListTimingTests {
    private static func read(_ edits: [EditListBox.Edit], offset: Int32 = 5) throws -> SourceTrack {
        var track = MadeTrack(timescale: 90, edits: edits)
        for index in track.samples.indices { track.samples[index].compositionOffset = offset }
        return try #require(try MovieBuilder(tracks: [track]).read().tracks.first)
    }

    private static func edit(_ duration: UInt64, _ mediaTime: UInt64?) -> EditListBox.Edit {
        EditListBox.Edit(duration: duration, mediaTime: mediaTime)
    }

    @Test(
        arguments: [
            ([], 0, nil),
            ([edit(0, 5)], -5, nil),
            // 40 track ticks are 444.4 movie ticks.
            ([edit(444, 5)], -5, nil),
            ([edit(445, 5)], -5, nil),
            ([edit(9000, 5)], -5, nil),
            // 20 track ticks are 222.2 movie ticks.
            ([edit(222, 5)], -5, 20),
            ([edit(222, 0)], 0, 20),
            ([edit(222, 15)], -15, 20),
            // 100 ms are 9 track ticks; 117 ms are 10.53.
            ([edit(100, nil), edit(0, 5)], 4, nil),
            ([edit(117, nil), edit(0, 5)], 6, nil),
            ([edit(50, nil), edit(67, nil), edit(0, 5)], 6, nil),
            // The ends: 100 + 222 ms are 28.98 ticks; 117 + 227 ms are 30.96, while 10.53 and 20.43 alone
            // round to 11 and 20.
            ([edit(100, nil), edit(222, 5)], 4, 29),
            ([edit(117, nil), edit(227, 5)], 6, 31),
            ([edit(100, nil), edit(444, 5)], 4, nil),
            // An empty edit after the media, or of duration 0, has no effect.
            ([edit(222, 5), edit(100, nil)], -5, 20),
            ([edit(0, nil)], 0, nil),
        ] as [([EditListBox.Edit], Int64, Int64?)]
    )
    func shiftsAndEnds(edits: [EditListBox.Edit], shift: Int64, end: Int64?) throws {
        let track = try Self.read(edits)
        #expect(track.presentationShift == shift)
        #expect(track.presentationEnd == end)
        #expect(track.samples.map(track.presentationTime).first == 5 + shift)
    }

    /// Timescales that are no multiples of each other: 1000 of the movie and 12 800 of the track.
    @Test
    func delaysAreRoundedToTheNearestTick() throws {
        let track = MadeTrack(timescale: 12_800, edits: [Self.edit(301, nil), Self.edit(0, 0)])
        // 301 * 12.8 is 3852.8.
        #expect(try MovieBuilder(tracks: [track]).read().tracks.first?.presentationShift == 3853)
    }

    @Test(
        arguments: [
            ("2 parts of the media", [edit(100, 5), edit(100, 25)]),
            ("2 parts of the media", [edit(100, 5), edit(100, nil), edit(100, 15)]),
            ("media_rate 2.0", [EditListBox.Edit(duration: 100, mediaTime: 5, rate: 0x2_0000)]),
            ("media_rate 0.0", [EditListBox.Edit(duration: 100, mediaTime: 5, rate: 0)]),
            ("media_rate -1.0", [EditListBox.Edit(duration: 100, mediaTime: 5, rate: 0xFFFF_0000)]),
            ("empty edits only", [edit(100, nil)]),
            ("media_time 45", [edit(100, 45)]),
            ("media_time", [edit(100, .max >> 1)]),
            ("beyond 2^60 ticks", [edit(.max, nil), edit(0, 5)]),
            ("beyond 2^60 ticks", [edit(.max, nil), edit(.max, nil), edit(0, 5)]),
            ("beyond 2^60 ticks", [edit(.max, 5)]),
            ("beyond 2^60 ticks", [edit(1 << 59, nil), edit(1 << 59, 5)]),
        ] as [(String, [EditListBox.Edit])]
    )
    func othersAreRefused(excerpt: String, edits: [EditListBox.Edit]) {
        let error = #expect(throws: MezzanineError.self) { try Self.read(edits) }
        guard case .unsupported("in.mp4", let what, let fix)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(what.contains(excerpt) && what.contains("elst"), "\(what)")
        #expect(fix.contains("ffmpeg"))
    }

    /// Consecutive edits that are contiguous in the media count as one; 100 ms are 9 ticks.
    @Test(
        arguments: [
            ([edit(100, 5), edit(122, 14)], -5, 20),
            ([edit(100, 5), edit(122, 13)], -5, 20),
            ([edit(100, nil), edit(100, 5), edit(100, 14), edit(244, 23)], 4, nil),
        ] as [([EditListBox.Edit], Int64, Int64?)]
    )
    func editsThatJoinAreOne(edits: [EditListBox.Edit], shift: Int64, end: Int64?) throws {
        let track = try Self.read(edits)
        #expect(track.presentationShift == shift)
        #expect(track.presentationEnd == end)
    }

    /// The start of a movie: that of its first edit, or of its media if there are no edits.
    @Test(
        arguments: [
            ([], 5, 5), ([], 0, 0), ([], -5, -5), ([edit(0, 0)], -5, 0), ([edit(0, 5)], 5, 0),
            ([edit(100, nil), edit(0, 5)], 5, 9),
        ] as [([EditListBox.Edit], Int32, Int64)]
    )
    func moviesStartWithWhatIsPresentedFirst(edits: [EditListBox.Edit], offset: Int32, start: Int64) throws {
        var track = MadeTrack(timescale: 90, edits: edits)
        for index in track.samples.indices { track.samples[index].compositionOffset = offset }
        #expect(try MovieBuilder(tracks: [track]).read().movieStart == MediaTime(ticks: start, timescale: 90))
    }

    /// Media after the end of the edit list are noted from half a second on.
    ///
    /// Encoders add up to that much: 222 ms of 444 ms need no note.
    @Test
    func mediaBehindTheEndAreTold() throws {
        var track = MadeTrack(timescale: 90, edits: [Self.edit(222, 0)])
        #expect(try MovieBuilder(tracks: [track]).read().notes.isEmpty)
        track.samples[3].duration = 90
        let notes = try MovieBuilder(tracks: [track]).read().notes
        #expect(
            notes == [
                "track 1: its edit list ends 1.111 s before its media; the rest of the media is left out"
            ]
        )
        let fragments = [MadeFragment(tracks: [.init(durations: [90])])]
        let more = try MovieBuilder(tracks: [track], fragments: fragments).read().notes
        #expect(
            more.count == 1 && more[0].contains("2.111 s")
                && more[0].contains("for the samples in 'moov' only")
        )
    }
}

extension SampleIndex {
    func map<Value>(_ body: (MovieSample) -> Value) -> [Value] {
        var cursor = samples()
        var values: [Value] = []
        while let sample = cursor.next() { values.append(body(sample)) }
        return values
    }
}
