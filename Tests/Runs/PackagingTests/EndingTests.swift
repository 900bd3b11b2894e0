import HLSPlaylists
import Mezzanines
import Testing

@testable import Packaging
@testable import Presentations

/// Renditions that end before others, and samples that an edit list hides at the start.
struct EndingTests {
    /// Returns a track with only the first samples.
    static func cutOff(_ source: SourceTrack, after count: Int) -> SourceTrack {
        var samples = SampleIndex()
        var cursor = source.samples.samples()
        while cursor.number < count, let sample = cursor.next() { samples.append(sample) }
        return source.with(samples: samples)
    }

    /// Video of 4 s in 2-second segments, audio of 1 s: one segment of audio alone, two of muxed audio.
    @Test(arguments: PackagingRequest.SegmentFormat.allCases)
    func soundThatEndsHasNoEmptySegments(format: PackagingRequest.SegmentFormat) throws {
        let video = try SampleMezzanine.track("h264-aac.mp4", .video)
        let sound = Self.cutOff(try SampleMezzanine.track("h264-aac.mp4", .audio), after: 48)
        let mezzanine = SampleMezzanine.make("a.mp4", [video, sound].map { $0.with(path: "a.mp4") })
        let ladder = try GeneratedLadder([mezzanine]) { $0.segmentFormat = format }
        let audio = try #require(
            ladder.presentation.playlists.keys.first { $0.description.hasPrefix("audio") }
        )
        #expect(try ladder.playlist(audio.description).segments.count == 1)
        #expect(ladder.presentation.warnings.contains { $0.contains("before the video") })
        guard format == .transportStream else { return }
        let muxed = try GeneratedLadder([mezzanine]) {
            $0.segmentFormat = format
            $0.isMuxed = true
        }
        let names = muxed.presentation.playlists.keys.map(\.description)
        let both = try #require(names.first { $0.hasPrefix("video") && !$0.contains("iframes") })
        #expect(try muxed.playlist(both).segments.count == 2)
    }

    /// An edit list cuts a second off the start: fragmented MP4 hides it, a transport stream cannot.
    @Test(arguments: PackagingRequest.SegmentFormat.allCases)
    func whatStreamsCannotHideIsSaid(format: PackagingRequest.SegmentFormat) throws {
        let tracks = try SampleMezzanine.read("h264-aac.mp4").tracks.map { track in
            track.with(path: "a.mp4", shift: track.presentationShift - Int64(track.timescale))
        }
        let ladder = try GeneratedLadder([SampleMezzanine.make("a.mp4", tracks)]) {
            $0.segmentFormat = format
        }
        let editListWarnings = ladder.presentation.warnings.filter { $0.contains("its edit list hides") }
        #expect(editListWarnings.count == (format == .transportStream ? 2 : 0))
        let iFrames = try #require(
            ladder.presentation.playlists.keys.first { $0.description.contains("iframes") }
        )
        // Each lasts 1 s or more: key frames are 2 s apart, and the first one is shown from -1 s on.
        #expect(try ladder.playlist(iFrames.description).segments.allSatisfy { $0.duration >= .seconds(1) })
    }
}
