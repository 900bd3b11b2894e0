import Mezzanines
import Muxing
import Testing

/// Segment boundaries of video; unless a test says otherwise, 25 frames per second, one tick per frame.
struct BoundaryTests {
    /// Number of frames, key frame interval, target duration in ms, expected first frames of segments.
    @Test(
        arguments: [
            // Key frames lie on multiples of the target.
            (750, 50, 6000, [0, 150, 300, 450, 600]),
            // 6 s is equally far from 4 s and 8 s, so the earlier is taken; 12 s would then give 8 s, which
            // rounds above 6.
            (500, 100, 6000, [0, 100, 200, 300, 400]),
            // Key frames are rarer than the target.
            (625, 250, 6000, [0, 250, 500]),
            // Key frames every 1.92 s: 5.76, 11.52, 17.28, 23.04 s. 30.72 s is nearest to 30 s, but gives
            // 7.68 s: 28.8 s.
            (800, 48, 6000, [0, 144, 288, 432, 576, 720]),
            // 65 s: the boundary at 66 s would be after the end.
            (1625, 25, 6000, [0, 150, 300, 450, 600, 750, 900, 1050, 1200, 1350, 1500]),
            // A last segment of one frame is kept, as by Shaka Packager.
            (301, 50, 6000, [0, 150, 300]),
            // The target is longer than the title.
            (100, 50, 6000, [0]),
            // Every frame is a key frame.
            (20, 1, 200, [0, 5, 10, 15]),
            (1, 1, 6000, [0]),
            // 2.4 s is 60 frames.
            (240, 12, 2400, [0, 60, 120, 180]),
        ] as [(Int, Int, Int64, [Int])]
    )
    func liesNearMultiples(_ frames: Int, _ interval: Int, _ target: Int64, _ expected: [Int]) throws {
        let result = try cut([.video(frames: frames, every: interval)], target: target)
        let ends = expected.dropFirst() + [frames]
        let table = zip(expected, ends).map { (first, end) -> [Int64] in
            [Int64(first), Int64(first), Int64(end - first)]
        }
        #expect(result.tracks[0].table == table)
        #expect(result.boundaries == expected.map { MediaTime(ticks: Int64($0), timescale: 25) })
        #expect(result.end == MediaTime(ticks: Int64(frames), timescale: 25))
        #expect(!result.hasOpenGOP)
    }

    /// Shaka Packager 3.8 begins a segment at the first key frame at or after a multiple of the target.
    ///
    /// So its segments are longer than the target by up to a GOP (frames from its EXTINF). Apple's authoring
    /// specification (7.7) allows at most half a second more, which these key frames permit.
    @Test(
        arguments: [
            // Key frames every 1.92 s: 7.68 s, then 5.76 s each.
            (800, 48, [192, 144, 144, 144, 144, 32]),
            // Key frames every 4 s: 8, 4 and 8 s.
            (500, 100, [200, 100, 200]),
        ] as [(Int, Int, [Int64])]
    )
    func keepsSegmentsNearTheTargetWhereShakaPackagerDoesNot(
        _ frames: Int,
        _ interval: Int,
        _ theirs: [Int64]
    ) throws {
        let allowed: Int64 = 6 * 25 + 12
        #expect(theirs.reduce(0, +) == frames && (theirs.max() ?? 0) > allowed)
        let ours = try cut([.video(frames: frames, every: interval)]).tracks[0].segments.map(\.duration)
        #expect(ours.reduce(0, +) == frames && (ours.max() ?? 0) <= allowed)
    }

    /// With key frames on multiples of the target, boundaries are those of Shaka Packager.
    @Test
    func agreesWithShakaPackagerOnTheUsualLadder() throws {
        let result = try cut([.video(frames: 300, every: 50)], target: 2000)
        #expect(result.tracks[0].segments.map(\.duration) == [50, 50, 50, 50, 50, 50])
    }

    @Test
    func namesTheLongestOfRareKeyFrames() throws {
        let result = try cut([.video(frames: 625, every: 250)])
        #expect(
            result.warnings == [
                "video.mp4: video of track 1: key frames are too rare for the target duration: the segment at 0.000 s is "
                    + "10.000 s long (target 6.000 s)"
            ]
        )
    }

    /// At 30000/1001 frames per second, boundaries stay within 1 part in 1000 of whole seconds.
    @Test
    func doesNotAccumulate() throws {
        let frames = 60 * 30 * 60
        let result = try cut([.video(frames: frames, every: 60, timescale: 30_000, duration: 1001)])
        // Segment n starts at the key frame nearest to 6 n seconds; a GOP of 60 frames is 2.002 s.
        for (number, segment) in result.tracks[0].segments.enumerated() {
            let wanted = Double(number) * 6 / 2.002
            #expect(segment.start == Int64(wanted.rounded()) * 60 * 1001)
        }
        #expect(result.tracks[0].segments.reduce(0) { $0 + $1.duration } == Int64(frames) * 1001)
    }

    @Test
    func cutsPicturesOutOfOrderWhereTheKeyFrameIsPresented() throws {
        // I P B B P B B ... in closed GOPs of 50; an edit list compensates the delay of one frame.
        var track = SyntheticTrack(shift: -1)
        for frame in 0..<450 {
            let position = frame % 50
            let presented =
                switch (position, position % 3) {
                case (0, _), (49, _): position
                case (_, 1): position + 2
                default: position - 1
                }
            track.append(duration: 1, offset: Int32(presented - position + 1), isSync: position == 0)
        }
        let result = try cut([track])
        #expect(result.tracks[0].table == [[0, 0, 150], [150, 150, 150], [300, 300, 150]])
        #expect(!result.hasOpenGOP)
        #expect(result.warnings.isEmpty)
    }

    @Test
    func carriesOpenGroupsAndSaysSo() throws {
        // I0 P1...P47, then I50 B48 B49 P51...P97, and so on.
        var track = SyntheticTrack(shift: -2)
        for frame in 0..<348 {
            let position = frame < 48 ? frame + 2 : (frame - 48) % 50
            let key = frame < 48 ? -2 : (frame - 48) / 50 * 50 + 48
            let presented =
                switch (frame < 48, position) {
                case (true, _): frame
                case (false, 0): key + 2
                case (false, 1), (false, 2): key + position - 1
                default: key + position
                }
            track.append(
                duration: 1,
                offset: Int32(presented - frame + 2),
                isSync: frame == 0 || frame >= 48 && position == 0
            )
        }
        let result = try cut([track])
        // The key frames at 150 and 300 are decoded at 148 and 298; the two pictures before each are
        // presented first.
        #expect(result.tracks[0].table == [[0, 0, 148], [148, 148, 150], [298, 298, 50]])
        #expect(result.boundaries.map(\.ticks) == [0, 150, 300])
        #expect(result.hasOpenGOP)
        #expect(
            result.warnings == [
                "video.mp4: video of track 1: open GOP at 6.000 s and at 1 more of the boundaries: pictures that follow the key frame in the "
                    + "stream and are shown before it depend on the previous segment; segments are not independent"
            ]
        )
    }

    @Test
    func leavesOutGroupsThatAnEditHides() throws {
        // An edit list starts the presentation at frame 60: the GOP from frame 50 on is needed, the one
        // before is not.
        var track = SyntheticTrack.video(frames: 400, every: 50)
        track.shift = -60
        let result = try cut([track])
        // Key frames are presented at -10, 40, 90, 140, 190, 240, 290 (and the end is at 340).
        #expect(result.tracks[0].table == [[50, 0, 140], [200, 140, 150], [350, 290, 50]])
    }

    @Test
    func leavesOutWhatIsBehindTheEndOfAnEdit() throws {
        var track = SyntheticTrack.video(frames: 400, every: 50)
        track.end = 310
        let result = try cut([track])
        #expect(result.tracks[0].table == [[0, 0, 150], [150, 150, 150], [300, 300, 10]])
        #expect(result.tracks[0].segments.last?.samples == 300..<310)
        #expect(result.end == MediaTime(ticks: 310, timescale: 25))
    }

    /// An edit list in ms cannot express the duration of 1000 frames at 24000/1001 per second: 41.708333 s.
    @Test
    func takesARoundedEndForThatOfTheLastPicture() throws {
        var track = SyntheticTrack.video(frames: 1000, every: 48, timescale: 24_000, duration: 1001)
        track.end = 41_708 * 24
        #expect(try cut([track]).end == MediaTime(ticks: 1_001_000, timescale: 24_000))
        // For audio the end of the edit list is exact.
        var sound = SyntheticTrack.audio(frames: 100)
        sound.end = 102_300
        #expect(try cut([sound]).end == MediaTime(ticks: 102_300, timescale: 48_000))
    }

    @Test
    func keepsWhatKeptPicturesNeed() throws {
        // I0 P3 B1 B2: the presentation ends after B1, but P3 is decoded before B1.
        var track = SyntheticTrack(shift: -1)
        track.end = 2
        for (offset, isSync) in [(1, true), (3, false), (0, false), (0, false)] as [(Int32, Bool)] {
            track.append(duration: 1, offset: offset, isSync: isSync)
        }
        let result = try cut([track])
        #expect(result.tracks[0].segments.map(\.samples) == [0..<3])
        #expect(result.tracks[0].segments.map(\.duration) == [2])
    }

    @Test
    func saysThatTheFrameRateVaries() throws {
        var track = SyntheticTrack(timescale: 1000)
        for frame in 0..<100 { track.append(duration: frame % 10 < 5 ? 40 : 80, isSync: frame % 10 == 0) }
        let result = try cut([track], target: 1200)
        // A GOP of ten frames has 600 ms.
        #expect(result.tracks[0].segments.map(\.duration) == [1200, 1200, 1200, 1200, 1200])
        #expect(result.warnings.count == 1)
        #expect(
            result.warnings.first?.contains("the frame rate varies (frames of 40 to 80 ticks of 1/1000 s)")
                == true
        )
    }

    /// 30 frames per second in ms: durations of 33 and 34 ticks are not a variable frame rate.
    @Test
    func doesNotMistakeRoundingForAVariableFrameRate() throws {
        var track = SyntheticTrack(timescale: 1000)
        for frame in 0..<300 { track.append(duration: frame % 3 == 2 ? 34 : 33, isSync: frame % 30 == 0) }
        #expect(try cut([track], target: 2000).warnings.isEmpty)
    }

    @Test
    func countsGapsAsPartOfTheSegmentBefore() throws {
        var track = SyntheticTrack()
        for frame in 0..<100 { track.append(duration: 1, isSync: frame % 25 == 0, gap: frame == 60 ? 40 : 0) }
        let result = try cut([track], target: 1000)
        #expect(result.tracks[0].table == [[0, 0, 25], [25, 25, 25], [50, 50, 65], [75, 115, 25]])
        #expect(result.warnings.contains { $0.contains("there are no samples from 2.400 s to 4.000 s") })
    }
}
