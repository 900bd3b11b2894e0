import Mezzanines
import Muxing
import Testing

/// Several video renditions are cut at sync samples that all of them have.
struct LadderTests {
    @Test
    func takesKeyFramesThatAllHave() throws {
        // Every 2, 4 and 6 s: common key frames are 12 s apart, too rare for a target of 6 s, but at most
        // twice as long.
        let result = try cut(
            [
                .video("a", frames: 900, every: 50), .video("b", frames: 900, every: 100),
                .video("c", frames: 900, every: 150),
            ]
        )
        #expect(
            result.tracks.map { $0.segments.map(\.samples.lowerBound) }
                == Array(repeating: [0, 300, 600], count: 3)
        )
        #expect(result.warnings.count == 3)
    }

    @Test
    func takesARungWithMoreKeyFrames() throws {
        let result = try cut([.video("a", frames: 900, every: 1), .video("b", frames: 900, every: 150)])
        #expect(
            result.tracks.map { $0.segments.map(\.samples.lowerBound) }.allSatisfy {
                $0 == [0, 150, 300, 450, 600, 750]
            }
        )
        #expect(result.warnings.isEmpty)
    }

    /// A rung with half the frame rate and another timescale, whose key frames are off by 1 ms.
    @Test
    func comparesAcrossClocksWithinHalfAFrame() throws {
        var otherRung = SyntheticTrack.video("b", frames: 450, every: 75, timescale: 1000, duration: 80)
        otherRung.shift = 1
        let result = try cut([.video("a", frames: 900, every: 150), otherRung])
        #expect(result.tracks[1].table.map { $0[1] } == [1, 6001, 12_001, 18_001, 24_001, 30_001])
        #expect(result.tracks[1].segments.map(\.samples.lowerBound) == [0, 75, 150, 225, 300, 375])
    }

    @Test
    func refusesWithTheFirstDifference() throws {
        // Intervals of 2 s and 1.92 s coincide at 0 and 48 s.
        let error = #expect(throws: MezzanineError.self) {
            try cut([.video("a.mp4", frames: 1500, every: 50), .video("b.mp4", frames: 1500, every: 48)])
        }
        #expect(
            error
                == .unsupported(
                    path: "a.mp4",
                    what:
                        "key frames that do not line up with those of b.mp4: b.mp4 has one at 1.920 s, a.mp4 has its "
                        + "nearest at 0.000 s and 2.000 s",
                    "Encode all renditions with the same fixed key frame interval and without key frames at scene cuts, "
                        + "or let each be cut on its own with --allow-misaligned."
                )
        )
    }

    @Test
    func refusesARungThatEndsEarly() throws {
        let error = #expect(throws: MezzanineError.self) {
            try cut([.video("a.mp4", frames: 1500, every: 50), .video("b.mp4", frames: 750, every: 50)])
        }
        guard case .unsupported("b.mp4", let what, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            what
                == "key frames that do not line up with those of a.mp4: a.mp4 has one at 30.000 s, b.mp4 has its nearest at "
                + "28.000 s, and ends at 30.000 s"
        )
    }

    @Test
    func takesRareKeyFramesThatLineUp() throws {
        let result = try cut([.video("a", frames: 1500, every: 500), .video("b", frames: 1500, every: 500)])
        #expect(
            result.tracks.map { $0.segments.map(\.samples.lowerBound) } == [[0, 500, 1000], [0, 500, 1000]]
        )
        #expect(result.warnings.count == 2)
    }

    @Test
    func cutsMisalignedVideoOnItsOwnWhereThatIsAllowed() throws {
        let result = try cut(
            [
                .video("a.mp4", frames: 750, every: 50), .video("b.mp4", frames: 750, every: 96),
                .audio("b.mp4", frames: 1406), .audio("c.mp4", frames: 1406),
            ],
            allowsMisaligned: true
        )
        #expect(result.tracks[0].segments.map(\.start) == [0, 150, 300, 450, 600])
        #expect(result.tracks[1].segments.map(\.start) == [0, 96, 192, 288, 384, 480, 576, 672])
        // The audio of b.mp4 is cut like its video, so that both can be multiplexed; 3.84 s is 180 frames.
        #expect(
            result.tracks[2].segments.map(\.samples.lowerBound) == [0, 180, 360, 540, 720, 900, 1080, 1260]
        )
        #expect(result.tracks[3].segments.map(\.samples.lowerBound) == [0, 281, 562, 844, 1125])
        #expect(result.boundaries.count == 5)
        #expect(result.warnings.first?.contains("do not line up") == true)
    }

    @Test
    func keepsCommonBoundariesWhereMisalignedVideoIsAllowedButLinesUp() throws {
        let result = try cut(
            [.video("a", frames: 750, every: 50), .video("b", frames: 750, every: 25)],
            allowsMisaligned: true
        )
        #expect(result.tracks[0].table == result.tracks[1].table)
        #expect(result.warnings.isEmpty)
    }

    @Test
    func refusesVideoThatDoesNotStartWithAKeyFrame() throws {
        var track = SyntheticTrack()
        for frame in 0..<100 { track.append(duration: 1, isSync: frame % 50 == 10) }
        #expect(throws: MezzanineError.self) { try cut([track]) }
        // An edit list that starts at the key frame or later resolves it.
        track.shift = -10
        #expect(try cut([track]).tracks[0].table == [[10, 0, 90]])
    }

    @Test
    func refusesWhatCannotBeCut() throws {
        #expect(throws: MezzanineError.self) { try cut([]) }
        #expect(throws: MezzanineError.self) { try cut([SyntheticTrack()]) }
        #expect(throws: MezzanineError.self) { try cut([.video(frames: 100, every: 50)], target: 0) }
        #expect(throws: MezzanineError.self) { try cut([.video(frames: 100, every: 50)], target: -1) }
        var hidden = SyntheticTrack.video(frames: 100, every: 50)
        hidden.end = 0
        #expect(throws: MezzanineError.self) { try cut([hidden]) }
        hidden.end = nil
        hidden.shift = -100
        #expect(throws: MezzanineError.self) { try cut([hidden]) }
    }

    /// Presentations are limited to 2^31 s because of `EXTINF`; frames have 1/25 s.
    @Test(arguments: [(0, false), (1, true), (1 << 50, true)] as [(UInt64, Bool)])
    func refusesPresentationsThatAreTooLong(_ more: UInt64, _ isRefused: Bool) throws {
        var track = SyntheticTrack.video(frames: 50, every: 50)
        // The last frame ends one frame before 2^31 - 1 s.
        let end: UInt64 = ((1 << 31) - 1) * 25 - 1
        track.append(duration: 1, isSync: true, gap: end - 51 + more)
        guard isRefused else {
            #expect(try cut([track]).end == MediaTime(ticks: Int64(end), timescale: 25))
            return
        }
        #expect(throws: MezzanineError.self) { try cut([track]) }
    }

    /// Times at the limits of their types cause no overflow.
    @Test(arguments: [Int64.min, -(1 << 60), 1 << 60, .max])
    func refusesTimesOutOfRange(_ time: Int64) throws {
        var track = SyntheticTrack.video(frames: 100, every: 50)
        track.shift = time
        #expect(throws: MezzanineError.self) { try cut([track]) }
        track.origin = time
        _ = try? cut([track])
        track.shift = 0
        #expect(throws: MezzanineError.self) { try cut([track]) }
        var late = SyntheticTrack()
        late.append(duration: .max, offset: .max, isSync: true, gap: UInt64(time.magnitude))
        #expect(throws: MezzanineError.self) { try cut([late]) }
    }
}
