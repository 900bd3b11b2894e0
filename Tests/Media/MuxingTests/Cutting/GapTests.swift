import Mezzanines
import Muxing
import TestRandomness
import Testing

/// Audio with a gap: frames missing between fragments, or one frame with a long duration (ffmpeg's MP4).
struct GapTests {
    /// 30 s of AAC without frames 235 to 890 (5.013 to 19.008 s).
    ///
    /// Frame 234 begins at 4.992 s, the next one at 19.008 s.
    private static func sound(isLong: Bool) -> SyntheticTrack {
        var track = SyntheticTrack.audio(frames: 234)
        let gap: UInt32 = 656 * 1024
        track.append(duration: isLong ? 1024 + gap : 1024, isSync: true)
        for number in 0..<516 {
            track.append(duration: 1024, isSync: true, gap: number == 0 && !isLong ? UInt64(gap) : 0)
        }
        return track
    }

    /// The frame before the gap stays in its segment; one that begins inside the gap starts at its boundary.
    @Test(arguments: [true, false])
    func `Segments in a gap are empty, and no longer than others`(isLong: Bool) throws {
        let result = try cut([.video(frames: 750, every: 50), Self.sound(isLong: isLong)])
        let segments = result.tracks[1].segments
        #expect(segments.map(\.samples.lowerBound) == [0, 235, 235, 235, 469])
        #expect(segments.map(\.samples.count) == [235, 0, 0, 234, 282])
        let starts: [Int64] = [0, 6, 12, 18, 24].map { $0 * 48_000 }
        #expect(segments.map(\.start) == starts)
        #expect(segments.dropLast().allSatisfy { $0.duration == 6 * 48_000 })
        #expect(
            result.warnings == [
                "audio.mp4: audio of track 1: there are no samples from 5.013 s to 19.008 s (a gap)"
            ]
        )
    }

    @Test(arguments: 0..<60)
    func `Random gaps leave segments where their frames or boundaries are`(_ round: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        var track = SyntheticTrack(path: "sound.mp4", content: .audio, timescale: 48_000)
        track.shift = Bool.random(using: &random) ? -1024 : Int64.random(in: 0...400_000, using: &random)
        for number in 0..<Int.random(in: 2...1500, using: &random) {
            let isGap = Int.random(in: 0..<100, using: &random) == 0
            let length = UInt32.random(in: 2048...900_000, using: &random)
            let isLong = Bool.random(using: &random)
            track.append(
                duration: isGap && isLong ? 1024 + length : 1024,
                isSync: true,
                gap: isGap && !isLong && number > 0 ? UInt64(length) : 0
            )
        }
        let hasVideo = Bool.random(using: &random)
        let tracks = hasVideo ? [.video(frames: 1500, every: 25), track] : [track]
        let result = try cut(tracks, target: Int64.random(in: 500...8000, using: &random))
        let segments = try #require(result.tracks.last).segments

        #expect(segments.count == result.boundaries.count, "seed \(seed)")
        #expect(segments.first?.samples.lowerBound == 0, "seed \(seed)")
        #expect(segments.last?.samples.upperBound == track.samples.count, "seed \(seed)")
        for (segment, next) in zip(segments, segments.dropFirst()) {
            #expect(segment.samples.upperBound == next.samples.lowerBound, "seed \(seed)")
            #expect(segment.start <= next.start, "seed \(seed)")
            let isOver = segment.samples.upperBound == track.samples.count
            #expect(segment.start + segment.duration == next.start || isOver, "seed \(seed)")
        }
        for (segment, boundary) in zip(segments, result.boundaries)
        where !segment.samples.isEmpty && segment.samples.lowerBound > 0 {
            let first = Int64(track.samples.timing(of: segment.samples.lowerBound).decodeTime) + track.shift
            // Audio that resumes more than half a second after a boundary had a gap there.
            let isLate = Double(first) / 48_000 - boundary.seconds > 0.5
            #expect(segment.start == (isLate ? boundary.ticks(of: 48_000) : first), "seed \(seed)")
        }
    }
}
