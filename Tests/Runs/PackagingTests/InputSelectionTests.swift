import Failures
import Mezzanines
import Testing

@testable import Packaging

/// The tracks that are taken from the inputs, and the start of the presentation on their timelines.
struct InputSelectionTests {
    static func movie() throws -> Mezzanine { try SampleMezzanine.read("h264-aac.mp4") }

    private func chosen(_ selections: [TrackChoice]) throws -> [UInt32] {
        let movie = try Self.movie()
        let inputs = selections.map { selection in PackagingInput(movie.path) { $0.selection = selection } }
        return try InputSelection(inputs, of: selections.map { _ in movie }).tracks.map(\.track.identifier)
    }

    @Test(
        arguments: [
            ([.all], [1, 2]), ([.video], [1]), ([.audio], [2]), ([.identifier(2)], [2]),
            ([.audio, .video], [2, 1]), ([.identifier(1), .audio], [1, 2]),
        ] as [([TrackChoice], [UInt32])]
    )
    func selects(selections: [TrackChoice], identifiers: [UInt32]) throws {
        #expect(try chosen(selections) == identifiers)
    }

    @Test(
        arguments: [
            ([.text], "h264-aac.mp4: the input has no text (got track 1 of video, track 2 of audio). "),
            (
                [.identifier(7)],
                "h264-aac.mp4: the input has no track 7 (got track 1 of video, track 2 of audio). "
            ),
            ([.all, .audio], "h264-aac.mp4: track 2 is taken twice (expected once at most). "),
            ([.video, .identifier(1)], "h264-aac.mp4: track 1 is taken twice (expected once at most). "),
        ] as [([TrackChoice], String)]
    )
    func refuses(selections: [TrackChoice], message: String) throws {
        let error = #expect(throws: RunFailure.self) { try chosen(selections) }
        #expect(try #require(error).description.hasPrefix(message))
    }

    @Test func refusesSubtitlesAlone() throws {
        let text = SampleMezzanine.subtitles("subs.vtt")
        #expect(throws: RunFailure.nothingToPlay) {
            try InputSelection([PackagingInput(path: "subs.vtt")], of: [text])
        }
    }

    /// Timestamps of 90 kHz, also across the wrap of 33 bits; inputs without a start time count from 0.
    @Test(
        arguments: [
            ([nil], [0]), ([900_000], [900_000]), ([900_000, 903_600], [900_000, 900_000]),
            ([903_600, 900_000, nil], [900_000, 900_000, 0]),
            ([900_000, 1_800_000], [900_000, 900_000]),
            // 2^33 - 900 and 900 are 1800 ticks apart: on the second timeline the start is before 0.
            ([8_589_933_692, 900], [8_589_933_692, -900]),
            ([900, 8_589_933_692], [-900, 8_589_933_692]),
            ([8_589_934_592 + 500, 400], [8_589_934_592 + 400, 400]),
        ] as [([Int64?], [Int64])]
    )
    func startsAtTheEarliest(starts: [Int64?], expected: [Int64]) throws {
        let track = try SampleMezzanine.track("h264-aac.mp4", .video).with(timescale: 90_000)
        let mezzanines = starts.enumerated().map { SampleMezzanine.make("\($0).ts", [track], start: $1) }
        let origin = try PresentationOrigin(of: mezzanines)
        #expect(starts.indices.map { origin.ticks(ofInput: $0, track) } == expected)
    }

    /// Timelines may start at most 10 s apart, exact to a tick of the track's time scale.
    @Test func refusesOtherTimelines() throws {
        let track = try SampleMezzanine.track("h264-aac.mp4", .audio).with(timescale: 48_000)
        func origin(_ second: Int64) throws -> Int64 {
            let mezzanines = [("a.ts", Int64(90_000)), ("b.ts", second)].map {
                SampleMezzanine.make($0.0, [track], start: $0.1)
            }
            return try PresentationOrigin(of: mezzanines).ticks(ofInput: 1, track)
        }
        #expect(try origin(990_000) == 48_000)
        let error = #expect(throws: RunFailure.self) { try origin(990_001) }
        #expect(
            try #require(error).description.hasPrefix("b.ts: its time stamps start 10.0 s from those of a.ts")
        )
    }
}
