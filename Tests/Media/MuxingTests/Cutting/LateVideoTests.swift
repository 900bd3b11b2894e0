import Mezzanines
import Muxing
import Testing

/// Video that begins after the audio: the audio before it gets segments of its own.
struct LateVideoTests {
    /// Returns video of 25 frames per second with a key frame each second, and 24 s of audio.
    ///
    /// Audio frames have 0.1 s.
    private static func tracks(videoStart: Int64) -> [SyntheticTrack] {
        var video = SyntheticTrack.video(frames: Int(24 - videoStart) * 25, every: 25)
        video.shift = videoStart * 25
        return [video, .audio(frames: 240, timescale: 10, duration: 1)]
    }

    /// Boundaries in seconds: the start of the video, and multiples of 6 before and after it.
    @Test(
        arguments: [
            (0, [0, 6, 12, 18]), (3, [0, 6, 12, 18]), (10, [0, 6, 10, 12, 18]), (13, [0, 6, 12, 13, 18]),
        ] as [(Int64, [Double])]
    )
    func soundInFrontIsCut(videoStart: Int64, boundaries: [Double]) throws {
        let result = try cut(Self.tracks(videoStart: videoStart))
        let found = result.boundaries.map(\.seconds)
        let lengths = zip(found, found.dropFirst() + [24]).map { $1 - $0 }
        #expect(lengths.allSatisfy { $0 < 6.5 }, "\(found)")
        #expect(found.first == 0 && found.last == 18 && Set(boundaries).isSubset(of: Set(found)), "\(found)")
        let video = result.tracks[0].segments
        // Video has nothing before its start, and no sample is repeated or lost.
        let empty = video.prefix { $0.samples.isEmpty }
        #expect(empty.allSatisfy { $0.start + $0.duration <= videoStart * 25 })
        #expect(video.reduce(0) { $0 + $1.samples.count } == Int(24 - videoStart) * 25)
        #expect(result.tracks[1].segments.reduce(0) { $0 + $1.duration } == 240)
    }
}
