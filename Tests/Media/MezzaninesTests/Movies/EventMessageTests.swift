import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

/// Event messages in movies (ISO/IEC 23009-1, 5.10.3.3).
///
/// The track that carries each message, the sample that it precedes, and its time.
struct EventMessageTests {
    private static let names = Array("urn:a".utf8) + [0, 0]

    /// Returns a message of version 1 with a time in thousandths of a second.
    private static func absoluteMessage(_ time: UInt64) -> [UInt8] {
        let numbers = word(1000) + [UInt8](bigEndian: time) + word(0) + word(1)
        return BoxNode("emsg", fields: [1, 0, 0, 0] + numbers + names).bytes
    }

    /// Returns a message of version 0: a time in thousandths of a second after the start of the next media.
    private static func relativeMessage(_ delta: UInt32) -> [UInt8] {
        BoxNode("emsg", fields: zeros(4) + names + word(1000) + word(delta) + word(0) + word(1)).bytes
    }

    private static func read(
        _ tracks: [MadeTrack],
        _ parts: [[UInt8]],
        taking choices: Set<TrackChoice> = [.all]
    ) throws -> Mezzanine {
        // A fragment without tracks, so that the movie has 'mvex'.
        let movie = MovieBuilder(tracks: tracks, fragments: [MadeFragment(tracks: [])])
        return try Mezzanine.read(
            path: "in.mp4",
            InMemoryByteSource(movie.bytes + parts.flatMap { $0 }),
            selecting: choices
        )
    }

    private static func fragment(_ tracks: (id: UInt32, time: UInt64)...) -> [UInt8] {
        MadeFragment(tracks: tracks.map { .init(id: $0.id, decodeTime: $0.time) }).bytes
    }

    private static let video = MadeTrack(samples: [])
    private static let audio = MadeTrack(handler: "soun", entries: [Entries.aac], samples: [])

    /// Returns "sample@seconds" of each message.
    private static func description(_ track: SourceTrack) -> String {
        track.eventMessages.map { "\($0.sampleNumber)@\($0.time.secondsDescription)" }.joined(separator: " ")
    }

    @Test
    func messagesStandInFrontOfSamples() throws {
        let found = try Self.read(
            [Self.video],
            [
                Self.absoluteMessage(70), Self.fragment((1, 0)), Self.relativeMessage(40),
                Self.absoluteMessage(5), Self.fragment((1, 20)),
                Self.absoluteMessage(9_000),
            ]
        )
        #expect(Self.description(found.tracks[0]) == "0@0.070 s 2@0.240 s 2@0.005 s 4@9.000 s")
        #expect(found.notes.isEmpty)
    }

    /// An edit list shifts media, and with them the times relative to media; absolute times stay.
    @Test(
        arguments: [
            ([.init(duration: 0, mediaTime: 10)], "0@0.100 s 0@0.240 s 2@0.200 s"),
            (
                [.init(duration: 500, mediaTime: nil), .init(duration: 0, mediaTime: 0)],
                "0@0.600 s 0@0.240 s 2@0.800 s"
            ),
        ] as [([EditListBox.Edit], String)]
    )
    func editsMoveMedia(edits: [EditListBox.Edit], expected: String) throws {
        var track = Self.video
        track.edits = edits
        let found = try Self.read(
            [track],
            [
                Self.relativeMessage(100), Self.absoluteMessage(240), Self.fragment((1, 0)),
                Self.relativeMessage(100), Self.fragment((1, 20)),
            ]
        )
        #expect(Self.description(found.tracks[0]) == expected)
    }

    /// Video carries the messages; relative times count from video if the fragment has some, else from audio.
    @Test
    func videoCarriesMessages() throws {
        let parts = [
            Self.relativeMessage(0), Self.fragment((2, 5), (1, 10)), Self.relativeMessage(0),
            Self.fragment((2, 30)),
            Self.relativeMessage(0), Self.fragment((1, 40), (2, 50)),
        ]
        let both = try Self.read([Self.video, Self.audio], parts)
        #expect(both.tracks.map(Self.description) == ["0@0.100 s 2@0.300 s 2@0.400 s", ""])
        let sound = try Self.read([Self.video, Self.audio], parts, taking: [.audio])
        #expect(sound.tracks.map(Self.description) == ["0@0.050 s 2@0.300 s 4@0.500 s"])
    }

    /// Relative times do not count from fragments of tracks that were not selected.
    @Test
    func fragmentsOfOtherTracksArePassedOver() throws {
        let parts = [
            Self.fragment((2, 0)), Self.fragment((1, 0)), Self.relativeMessage(40), Self.fragment((2, 20)),
            Self.absoluteMessage(3),
            Self.fragment((1, 30)),
        ]
        let found = try Self.read([Self.video, Self.audio], parts, taking: [.video])
        #expect(found.tracks.map(Self.description) == ["2@0.340 s 2@0.003 s"])
        #expect(found.notes.isEmpty)
    }

    /// In a movie without fragments the position in the file is ignored: the time alone selects the segment.
    @Test
    func messagesOfMoviesWithoutFragments() throws {
        let bytes = MovieBuilder().bytes + Self.absoluteMessage(300)
        let found = try Mezzanine.read(path: "in.mp4", InMemoryByteSource(bytes))
        #expect(Self.description(found.tracks[0]) == "4@0.300 s")
    }

    /// A relative time before media hidden by an edit list is negative; partly hidden media start at 0.
    @Test
    func mediaThatAreHidden() throws {
        var track = Self.video
        track.edits = [.init(duration: 0, mediaTime: 30)]
        let parts = [0, 20, 40].flatMap { [Self.relativeMessage(40), Self.fragment((1, $0))] }
        let found = try Self.read([track], parts)
        #expect(Self.description(found.tracks[0]) == "0@-0.260 s 2@0.040 s 4@0.140 s")
    }

    /// If the video track of a fragment has no samples, relative times count from the audio.
    @Test(arguments: [false, true])
    func fragmentsWithoutSamples(hasEmpty: Bool) throws {
        var sound = Self.audio
        sound.edits = [.init(duration: 0, mediaTime: 10)]
        let empty = MadeFragment.Track(id: 1, decodeTime: 0, durations: [])
        let fragment = MadeFragment(tracks: [.init(id: 2, decodeTime: 0)] + (hasEmpty ? [empty] : []))
        let parts = [Self.relativeMessage(0), fragment.bytes, Self.fragment((1, 0))]
        let found = try Self.read([Self.video, sound], parts)
        // The edit list hides the first of two audio samples, so presentation begins with the second, at 0.
        #expect(Self.description(found.tracks[0]) == "0@0.000 s", "\(found.notes)")
    }

    /// Times below 2^31 s are accepted for any timescale.
    @Test
    func theLatestTime() throws {
        let box = Self.absoluteMessage((1 << 31) * 1000 - 1)
        let found = try Self.read([Self.video], [box, Self.fragment((1, 0))])
        #expect(Self.description(found.tracks[0]) == "0@2147483647.999 s" && found.notes.isEmpty)
    }

    @Test(
        arguments: [
            ("timescale of box 'emsg'", BoxNode("emsg", fields: zeros(22)).bytes),
            ("box version", BoxNode("emsg", fields: [3] + zeros(30)).bytes),
            ("media after it, and none follow", relativeMessage(0)),
            ("its time is 2147483648 s, expected less than 2^31", absoluteMessage((1 << 31) * 1000)),
        ]
    )
    func whatIsLeftOutIsSaid(reason: String, box: [UInt8]) throws {
        let found = try Self.read([Self.video], [Self.fragment((1, 0)), Self.absoluteMessage(3), box, box])
        #expect(Self.description(found.tracks[0]) == "2@0.003 s")
        #expect(found.notes.count == 1)
        #expect(
            found.notes.first?.hasPrefix("2 event messages ('emsg') are left out, the first at byte ") == true
        )
        #expect(found.notes.first?.contains(reason) == true, "\(found.notes)")
    }

    /// A sum of times of two timescales is exact.
    @Test
    func sumsOfTwoClocksAreExact() throws {
        var track = Self.video
        track.timescale = 12_800
        let found = try Self.read([track], [Self.relativeMessage(1), Self.fragment((1, 1))])
        #expect(found.tracks[0].eventMessages[0].time == MediaTime(ticks: 5 + 64, timescale: 64_000))
    }
}
