import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

/// Legal but unusual movies, as phones, recorders and old muxers write them.
struct OddMovieTests {
    /// The expected "decodeTime+duration@presentationTime" of samples of 10 ticks.
    ///
    /// Some samples have no duration, and those before them a longer one.
    @Test(
        arguments: [
            ([10, 20, 0, 10], "0+10@0 10+20@10 30+1@30 31+9@30"),
            ([0, 20, 10, 10], "0+1@0 1+19@0 20+10@20 30+10@30"),
            ([10, 0, 0, 30], "0+10@0 10+1@10 11+1@10 12+28@10"),
        ]
    )
    func samplesWithoutDurationAreDecodedATickLater(durations: [UInt32], expected: String) throws {
        var movie = MovieBuilder()
        for (index, duration) in durations.enumerated() { movie.tracks[0].samples[index].duration = duration }
        // If all were sync samples, no two could have the same presentation time.
        for index in 1..<4 { movie.tracks[0].samples[index].isSync = false }
        let mezzanine = try movie.read()
        let track = try #require(mezzanine.tracks.first)
        let times = track.samples.map { "\($0.decodeTime)+\($0.duration)@\(track.presentationTime(of: $0))" }
        #expect(times.joined(separator: " ") == expected)
        #expect(mezzanine.notes.count == 1 && mezzanine.notes[0].contains("no duration"))
    }

    /// Composition offsets of audio: a common offset is a shift, different ones are ignored with a note.
    @Test(
        arguments: [
            ([7, 7, 7, 7], [7, 17, 27, 37], 0), ([10, 0, 0, 0], [0, 10, 20, 30], 1),
            ([-5, 0, 5, 0], [0, 10, 20, 30], 1),
        ] as [([Int32], [Int64], Int)]
    )
    func offsetsOfSound(offsets: [Int32], times: [Int64], noteCount: Int) throws {
        var track = MadeTrack(handler: "soun", entries: [Entries.aac])
        for (index, offset) in offsets.enumerated() { track.samples[index].compositionOffset = offset }
        let mezzanine = try MovieBuilder(tracks: [track]).read()
        let found = try #require(mezzanine.tracks.first)
        #expect(found.samples.map(found.presentationTime) == times)
        #expect(mezzanine.notes.count == noteCount)
    }

    @Test(arguments: ["free", "skip"])
    func spaceBehindSampleEntriesIsPassedOver(type: String) throws {
        var track = MadeTrack()
        track.padding = [BoxNode(code(type), fields: zeros(5))]
        #expect(try MovieBuilder(tracks: [track]).read().tracks.first?.format.sampleEntry == Entries.avc)
    }

    /// The second data reference names another file, but no sample entry uses it.
    @Test
    func dataReferencesThatAreNotUsedDoNotMatter() throws {
        var movie = MovieBuilder()
        movie.change = { movie in
            movie.updateAll("trak") { track in
                track.updateAll("mdia") { media in
                    media.updateAll("minf") { information in
                        information.updateAll("dinf") { data in
                            data.updateAll("dref") {
                                let entries = [1, 0].map { BoxNode("url ", fields: [0, 0, 0, $0]).bytes }
                                $0.fields = (zeros(4) + word(2) + entries.joined())[...]
                            }
                        }
                    }
                }
            }
        }
        #expect(try movie.read().tracks.count == 1)
    }

    private static let pcm = MadeTrack(handler: "soun", entries: [Entries.sound("sowt", [])])
    private static let sound = MadeTrack(handler: "soun", entries: [Entries.aac])
    private static let empty = MadeTrack(handler: "soun", entries: [Entries.aac], samples: [])

    private static func disabled(_ group: UInt8 = 0) -> MadeTrack {
        var track = sound
        track.isEnabled = false
        track.alternateGroup = group
        return track
    }

    private static func grouped(_ group: UInt8) -> MadeTrack {
        var track = sound
        track.alternateGroup = group
        return track
    }

    /// The expected tracks, and the words of the only note, or nil for none.
    @Test(
        arguments: [
            ([MadeTrack(), pcm], [.all], [1], "track 2 is left out: codec 'sowt'"),
            ([MadeTrack(), pcm], [.video], [1], nil),
            ([MadeTrack(), pcm, sound], [.audio], [3], "track 2 is left out: codec 'sowt'"),
            ([MadeTrack(), pcm, sound], [.identifier(1), .identifier(3)], [1, 3], nil),
            ([MadeTrack(), empty], [.all], [1], "track 2 is left out: track 2 without samples"),
            ([MadeTrack(), sound, disabled()], [.all], [1, 2], "is disabled; select it with track=3"),
            ([MadeTrack(), sound, disabled()], [.identifier(3)], [3], nil),
            // Alternate tracks, as ffmpeg writes further languages; and a file whose tracks are all disabled.
            ([MadeTrack(), grouped(1), disabled(1)], [.all], [1, 2, 3], nil),
            ([MadeTrack(), disabled()], [.all], [1, 2], nil),
        ] as [([MadeTrack], Set<TrackChoice>, [UInt32], String?)]
    )
    func tracksAreChosenFirst(
        tracks: [MadeTrack],
        choices: Set<TrackChoice>,
        takenIdentifiers: [UInt32],
        note: String?
    ) throws {
        let mezzanine = try MovieBuilder(tracks: tracks).read(taking: choices)
        #expect(mezzanine.tracks.map(\.identifier) == takenIdentifiers)
        #expect(mezzanine.notes.count == (note == nil ? 0 : 1))
        if let note { #expect(mezzanine.notes[0].contains(note), "\(mezzanine.notes)") }
    }

    /// An unsupported track is refused, not left out, if its number was selected or no other track remains.
    @Test(
        arguments: [
            ([MadeTrack(), pcm], [.all, .identifier(2)], "codec 'sowt'"), ([pcm], [.all], "codec 'sowt'"),
            ([MadeTrack(), empty], [.identifier(2)], "without samples"),
            ([MadeTrack(), pcm], [.audio], "codec 'sowt'"),
        ] as [([MadeTrack], Set<TrackChoice>, String)]
    )
    func tracksThatWereAskedForAreRefused(tracks: [MadeTrack], choices: Set<TrackChoice>, excerpt: String) {
        let error = #expect(throws: MezzanineError.self) {
            try MovieBuilder(tracks: tracks).read(taking: choices)
        }
        guard case .unsupported(_, let what, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(what.contains(excerpt))
    }

    /// Matrices a, b, u, c, d, v, x, y, w (ISO/IEC 14496-12, 6.2.2): (1, 0) is displayed at (a, b).
    @Test(
        arguments: [
            ([1, 0, 0, 1], nil), ([2, 0, 0, 1], nil), ([0, 1, -1, 0], "turned by 90 degrees"),
            ([-1, 0, 0, -1], "turned by 180 degrees"), ([0, -1, 1, 0], "turned by 270 degrees"),
            ([-1, 0, 0, 1], "mirrored"), ([1, 0, 0, -1], "turned by 180 degrees and mirrored"),
            ([0, 1, 1, 0], "turned by 90 degrees and mirrored"),
        ] as [([Int32], String?)]
    )
    func picturesAreTurned(matrix: [Int32], text: String?) throws {
        var track = MadeTrack()
        let fixedPoint = matrix.map { UInt32(bitPattern: $0 << 16) }
        track.matrix = [
            fixedPoint[0], fixedPoint[1], 0, fixedPoint[2], fixedPoint[3], 0, 640 << 16, 0, 1 << 30,
        ]
        #expect(try MovieBuilder(tracks: [track]).read().tracks.first?.transformation == text)
    }

    /// Language codes of QuickTime (0 is English, 94 Esperanto, 128 Welsh); in MP4 0 has no meaning.
    @Test(
        arguments: [
            ("qt  ", 0, "eng"), ("qt  ", 11, "jpn"), ("qt  ", 94, "epo"), ("qt  ", 95, nil),
            ("qt  ", 128, "cym"),
            ("qt  ", 138, "jav"), ("qt  ", 139, nil), ("qt  ", 0x7FFF, nil), ("isom", 0, nil),
            ("isom", 2, nil),
        ] as [(String, UInt16, String?)]
    )
    func languagesOfQuickTime(brand: String, code: UInt16, language: String?) throws {
        var bytes = MovieBuilder(tracks: [MadeTrack(language: code)]).bytes
        bytes.replaceSubrange(8..<12, with: brand.utf8)
        let mezzanine = try Mezzanine.read(path: "in.mov", InMemoryByteSource(bytes))
        #expect(mezzanine.tracks.map(\.language) == [language])
    }

    /// Boxes of unknown types are skipped, also those with QuickTime's characters (ISO/IEC 14496-12, 4.2).
    @Test
    func unknownBoxesArePassedOver() throws {
        let unknown = BoxNode(FourCharacterCode(rawValue: 0xA978_797A), fields: [1, 2, 3]).bytes
        let movie = MovieBuilder(tracks: [MadeTrack(samples: [])], fragments: [MadeFragment()])
        let bytes = movie.bytes + unknown + MadeFragment(tracks: [.init(decodeTime: 20)]).bytes
        let mezzanine = try Mezzanine.read(path: "in.mp4", InMemoryByteSource(bytes))
        #expect(mezzanine.tracks[0].samples.count == 4 && mezzanine.notes.isEmpty)
    }
}
