import ISOBaseMedia
import Mezzanines
import Muxing
import TestRandomness
import Testing

/// Invariants of segmentation, tested with random tracks.
struct CuttingPropertyTests {
    @Test(arguments: 0..<60)
    func dividesEveryTrackWithoutRest(_ round: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let interval = Int.random(in: 5...80, using: &random)
        let frames = Int.random(in: 200...3000, using: &random)
        var tracks: [SyntheticTrack] = []
        for rung in 0..<Int.random(in: 1...3, using: &random) {
            // Each rung may have additional key frames, except the last one, which is sometimes the
            // reference.
            var track = SyntheticTrack(path: "rung\(rung)", timescale: 24_000)
            let isDense = Bool.random(using: &random)
            for frame in 0..<frames {
                let isExtra = isDense && Int.random(in: 0..<20, using: &random) == 0
                track.append(duration: 1001, isSync: frame % interval == 0 || isExtra)
            }
            tracks.append(track)
        }
        for sound in 0..<Int.random(in: 0...2, using: &random) {
            let rate: UInt32 = Bool.random(using: &random) ? 48_000 : 44_100
            let seconds = Double(frames) * 1001 / 24_000 * Double.random(in: 0.3...1.5, using: &random)
            tracks.append(
                .audio(
                    "sound\(sound)",
                    frames: Int(seconds * Double(rate) / 1024) + 1,
                    timescale: rate,
                    shift: Int64.random(in: -3000...3000, using: &random)
                )
            )
        }
        let target = Int64.random(in: 2000...10_000, using: &random)
        let result = try cut(tracks, target: target)

        #expect(result.boundaries.first == MediaTime(ticks: 0, timescale: 1), "seed \(seed)")
        #expect(zip(result.boundaries, result.boundaries.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        for (track, cut) in zip(tracks, result.tracks) {
            try check(track, cut, result, "seed \(seed)")
        }
        // All video renditions are cut at the same frames.
        let videos = result.tracks.filter { $0.track.content == .video }
        #expect(videos.allSatisfy { $0.table == videos[0].table }, "seed \(seed)")
    }

    private func check(
        _ track: SyntheticTrack,
        _ cut: TrackSegments,
        _ result: Segmenter.Result,
        _ seed: Comment
    ) throws {
        #expect(cut.segments.count == result.boundaries.count, seed)
        // The segments contain all samples once, in order.
        #expect(cut.segments.first?.samples.lowerBound == 0, seed)
        #expect(cut.segments.last?.samples.upperBound == track.samples.count, seed)
        for (segment, next) in zip(cut.segments, cut.segments.dropFirst()) {
            #expect(segment.samples.upperBound == next.samples.lowerBound, seed)
        }
        // Each segment begins at a sync sample and ends where the next one starts; together they are as long
        // as the track.
        let full = cut.withoutEmptyEnd.segments.drop { $0.samples.isEmpty }
        for (segment, next) in zip(full, full.dropFirst()) {
            #expect(segment.start + segment.duration == next.start, seed)
        }
        let end = Int64(track.samples.endTime) + track.shift
        #expect(full.reduce(0) { $0 + $1.duration } == end - max(0, track.shift), seed)
        for (segment, boundary) in zip(cut.segments, result.boundaries).dropFirst()
        where !segment.samples.isEmpty {
            let first = track.samples[segment.samples.lowerBound]
            #expect(first.isSync, seed)
            // Audio is at most half a frame away from its boundary, video not at all; a track may start late.
            let distance = abs(
                (Double(segment.start) / Double(track.timescale) - boundary.seconds) * Double(track.timescale)
            )
            let allowed = track.content == .audio ? 512.0 : 0
            let isLate = segment.samples.lowerBound == 0
            #expect(distance <= allowed + 1e-6 || isLate, seed)
        }
    }
}
