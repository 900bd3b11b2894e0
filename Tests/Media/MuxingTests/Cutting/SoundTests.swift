import Mezzanines
import Muxing
import Testing

/// Segment boundaries of audio: frames that start nearest to the boundaries of the video.
struct SoundTests {
    @Test
    func cutsAtTheNearestFrames() throws {
        // 12 s of video, cut at 2, 4, 6, 8 and 10 s. AAC with 1024 ticks of priming: frame k starts at 1024
        // (k - 1).
        let result = try cut(
            [.video(frames: 300, every: 50), .audio(frames: 564, shift: -1024)],
            target: 2000
        )
        // 96000 / 1024 + 1 = 94.75, 188.5 (the earlier frame), 282.25, 376, 469.75.
        let frames: [Int64] = [95, 188, 282, 376, 470]
        let starts: [Int64] = [0] + frames.map { ($0 - 1) * 1024 }
        let ends: [Int64] = starts.dropFirst() + [576_512]
        let firsts: [Int64] = [0] + frames
        // 563 frames after the priming are 576512 ticks, 12.011 s.
        #expect(result.tracks[1].table.map { $0[0] } == firsts)
        #expect(result.tracks[1].table.map { $0[1] } == starts)
        #expect(result.tracks[1].table.map { $0[1] + $0[2] } == ends)
        #expect(result.end == MediaTime(ticks: 576_512, timescale: 48_000))
        #expect(result.warnings.isEmpty)
    }

    @Test
    func cutsTracksOfOtherRatesEachAtItsOwnFrames() throws {
        let result = try cut(
            [
                .video(frames: 300, every: 50),
                .audio("44100.mp4", frames: 517, timescale: 44_100),
                .audio("ac3.mp4", frames: 375, duration: 1536),
                .audio("flac.mp4", frames: 125, duration: 4608),
            ],
            target: 6000
        )
        // 264600 / 1024 = 258.4; 288000 / 1536 = 187.5 (the earlier frame); 288000 / 4608 = 62.5 (the earlier
        // frame).
        #expect(
            result.tracks.dropFirst().map { $0.segments.map(\.samples.lowerBound) } == [
                [0, 258], [0, 187], [0, 62],
            ]
        )
        let durations: [Int64] = [264_192, 265_216]
        #expect(result.tracks[1].segments.map(\.duration) == durations)
    }

    /// Compares with Shaka Packager 3.8: 12 s of video, AAC with 1024 ticks of priming, segments of 2 s.
    ///
    /// It begins a segment of audio at the first frame at or after a multiple, up to a frame late; the
    /// nearest frame is at most half a frame away. Its frames were counted in its segments (48000 Hz) or
    /// follow from its EXTINF (44100 Hz: 2.020 s, then 1.997 s each).
    @Test(
        arguments: [
            (48_000, 564, [0, 95, 188, 282, 376, 470], [0, 95, 189, 283, 376, 470]),
            (44_100, 518, [0, 87, 173, 259, 346, 432], [0, 88, 174, 260, 346, 432]),
        ] as [(UInt32, Int, [Int], [Int])]
    )
    func isNearerToTheVideoThanShakaPackager(_ rate: UInt32, _ frames: Int, _ ours: [Int], _ theirs: [Int])
        throws
    {
        let result = try cut(
            [.video(frames: 300, every: 50), .audio(frames: frames, timescale: rate, shift: -1024)],
            target: 2000
        )
        #expect(result.tracks[1].segments.map(\.samples.lowerBound) == ours)
        for (number, (own, other)) in zip(ours, theirs).enumerated().dropFirst() {
            let boundary = number * 2 * Int(rate)
            #expect(abs(own * 1024 - 1024 - boundary) <= abs(other * 1024 - 1024 - boundary))
        }
    }

    @Test
    func cutsSoundAloneNearMultiples() throws {
        // In 30 s of audio, 6, 12, 18 and 24 s are 281.25, 562.5, 843.75 and 1125 frames.
        let result = try cut([.audio(frames: 1406)])
        #expect(result.tracks[0].segments.map(\.samples.lowerBound) == [0, 281, 562, 844, 1125])
        let starts: [Int64] = [0, 287_744, 575_488, 864_256, 1_152_000]
        #expect(result.boundaries.map(\.ticks) == starts)
    }

    /// The few frames that an encoder adds at the end get no segment of their own.
    ///
    /// Target duration in ms, number of frames, expected first frames of segments.
    @Test(
        arguments: [
            // 6.016 s: 2 and 4 s are 93.75 and 187.5 frames (the earlier).
            (2000, 282, [0, 94, 187]),
            (6000, 282, [0]),
            // 6.485 s still fit into one segment; 6.507 s would round above the target.
            (6000, 304, [0]), (6000, 305, [0, 281]),
            // 6.997 s: the last 1.003 s are a segment.
            (2000, 328, [0, 94, 187, 281]),
            // 0.512 s in short segments: 0.2 and 0.4 s are 9.375 and 18.75 frames.
            (200, 24, [0, 9, 19]), (200, 22, [0, 9]),
        ] as [(Int64, Int, [Int])]
    )
    func makesNoSegmentOfWhatIsLeft(_ target: Int64, _ frames: Int, _ expected: [Int]) throws {
        let result = try cut([.audio(frames: frames)], target: target)
        #expect(result.tracks[0].segments.map(\.samples.lowerBound) == expected)
        #expect(result.tracks[0].segments.reduce(0) { $0 + $1.duration } == Int64(frames) * 1024)
    }

    /// Times at the limits of their type are refused without overflow.
    @Test(arguments: [(Int64.max, Int64.min), (.min, .max)])
    func refusesHostileTimes(_ shift: Int64, _ origin: Int64) throws {
        var track = SyntheticTrack.audio(frames: 10, shift: shift)
        track.origin = origin
        #expect(track.timed.shift == (shift > 0 ? .max : .min))
        #expect(
            track.timed.track.presentationTime(of: track.samples[9]) == (shift > 0 ? .max : .min + 9 * 1024)
        )
        #expect(throws: MezzanineError.self) { try cut([track]) }
    }

    /// Audio that is longer than the video, which has 12 s and is cut at 6 s.
    ///
    /// Number of audio frames, expected first frames of segments.
    @Test(
        arguments: [
            // 12.48 s: the last segment may have 6.48 s.
            (585, [0, 281]),
            // 12.544 s would give a last segment of 6.544 s, which rounds above the target. 12 s is 562.5
            // frames.
            (588, [0, 281, 562]),
            // 30 s: more segments at multiples of the target; 18 and 24 s are 843.75 and 1125 frames.
            (1406, [0, 281, 562, 844, 1125]),
        ] as [(Int, [Int])]
    )
    func goesOnBehindTheVideo(_ frames: Int, _ expected: [Int]) throws {
        let result = try cut([.video(frames: 300, every: 50), .audio(frames: frames)])
        #expect(result.tracks[1].segments.map(\.samples.lowerBound) == expected)
        #expect(result.tracks[0].segments.count == expected.count)
        #expect(result.tracks[0].withoutEmptyEnd.table == [[0, 0, 150], [150, 150, 150]])
        #expect(result.end == MediaTime(ticks: Int64(frames) * 1024, timescale: 48_000))
        #expect(result.warnings.isEmpty == (frames * 1024 <= 600_000))
    }

    /// 12.8 s of audio and 12.4 s of video: a longer last segment is better than one under half a second.
    @Test
    func makesNoSegmentOfLessThanHalfASecond() throws {
        let result = try cut([.video(frames: 310, every: 155), .audio(frames: 600)])
        // The cut at 6.2 s is frame 290.6.
        #expect(result.tracks[1].segments.map(\.samples) == [0..<291, 291..<600])
        #expect(result.warnings.isEmpty)
    }

    @Test
    func endsBeforeTheVideo() throws {
        // 10 s of sound, 30 s of video.
        let result = try cut([.video(frames: 750, every: 50), .audio(frames: 469)])
        let samples: [Range<Int>] = [0..<281, 281..<469, 469..<469, 469..<469, 469..<469]
        #expect(result.tracks[1].segments.map(\.samples) == samples)
        let table: [[Int64]] = [[0, 0, 287_744], [281, 287_744, 192_512]]
        #expect(result.tracks[1].withoutEmptyEnd.table == table)
        #expect(
            result.warnings == [
                "audio.mp4: audio of track 1: ends at 10.005 s, 19.995 s before the video (30.000 s)"
            ]
        )
    }

    /// Audio that begins up to half a second before the video gets no segment of its own.
    ///
    /// This holds for a first GOP of any length.
    @Test(
        arguments: [(1, [0, 250, 500]), (12, [0, 250, 500]), (13, [0, 0, 250, 500])] as [(Int64, [Int])]
    )
    func startsALittleBeforeTheVideo(_ frames: Int64, _ expected: [Int]) throws {
        var video = SyntheticTrack.video(frames: 750, every: 250)
        video.origin = -frames
        let result = try cut([video, .audio(frames: 1406)], target: 4000)
        #expect(result.tracks[0].segments.map(\.samples.lowerBound) == expected)
    }

    @Test
    func startsLate() throws {
        // The audio starts at 7 s, tick 336000.
        let result = try cut([.video(frames: 750, every: 50), .audio(frames: 1078, shift: 336_000)])
        // 12 s are (576000 - 336000) / 1024 = 234.4 frames after its start, 18 s 515.6, 24 s 796.9.
        #expect(result.tracks[1].segments.map(\.samples.lowerBound) == [0, 0, 234, 516, 797])
        #expect(result.tracks[1].segments[0].samples.isEmpty)
        #expect(result.tracks[1].segments[1].start == 336_000)
        #expect(result.tracks[1].segments[1].duration == 234 * 1024)
        #expect(result.tracks[1].withoutEmptyEnd.segments.count == 5)
        #expect(
            result.warnings == [
                "audio.mp4: audio of track 1: starts at 7.000 s, after the start of the presentation"
            ]
        )
    }

    @Test
    func keepsOnlyTheSoundThatADecoderNeedsBeforeAnEdit() throws {
        // An edit list starts the presentation 10 s into the audio; half a second before that is kept (24000
        // / 1024 = 23.4 frames).
        let result = try cut([.audio(frames: 1000, shift: -480_000)])
        // 480000 / 1024 = 468.75: time 0 is inside frame 468; the last frame at or before -24000 is 445.
        #expect(result.tracks[0].segments[0].samples.lowerBound == 445)
        #expect(result.tracks[0].segments[0].start == 0)
        #expect(result.tracks[0].segments.reduce(0) { $0 + $1.duration } == 1_024_000 - 480_000)
    }

    /// xHE-AAC, in which decoding can begin only at some frames.
    @Test
    func cutsAtSyncSamplesOfSound() throws {
        var track = SyntheticTrack.audio(frames: 0, duration: 2048)
        for frame in 0..<281 { track.append(duration: 2048, isSync: frame % 20 == 0) }
        let result = try cut([.video(frames: 300, every: 50), track])
        // 6 s is 140.6 frames.
        #expect(result.tracks[1].segments.map(\.samples.lowerBound) == [0, 140])
    }
}
