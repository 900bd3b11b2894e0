import Bitstreams
import ISOBaseMedia
import Muxing
import TestRandomness

/// A random segmented track, and its source.
struct RandomTrack {
    let segments: TrackSegments
    let samples: [MovieSample]
    let bytes: [UInt8]
    let shift: Int64

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let isVideo = Bool.random(using: &random)
        let samples = Self.samples(isVideo, &random)
        let first = samples.first.map { Int64($0.decodeTime) } ?? 0
        shift = Int64.random(in: -300...300, using: &random) - first
        self.samples = samples
        bytes = random.bytes(Int(samples.map { $0.offset + UInt64($0.size) }.max() ?? 0))
        segments = SampleTracks.segments(
            isVideo ? SampleTracks.video : SampleTracks.audio,
            samples,
            InMemoryByteSource(bytes),
            cuts: Self.cuts(samples, &random),
            shift: shift
        )
    }

    /// Returns samples with constant or varying fields; byte ranges overlap, leave gaps and go back.
    private static func samples(_ isVideo: Bool, _ random: inout SeededGenerator) -> [MovieSample] {
        let count = Int.random(in: 1...60, using: &random)
        let (variesDuration, variesSize) = (Bool.random(using: &random), Bool.random(using: &random))
        let (variesOffset, hasGaps) = (Bool.random(using: &random), Bool.random(using: &random))
        let nonSync = isVideo ? 4 : Int.random(in: 0...1, using: &random)
        let jumps = Int.random(in: 1...10, using: &random)
        var time = UInt64.random(in: 0...5000, using: &random)
        var offset: UInt64 = 5
        return (0..<count).map { _ in
            if Int.random(in: 0..<jumps, using: &random) == 0 {
                offset = UInt64.random(in: 0...900, using: &random)
            }
            if hasGaps, Int.random(in: 0..<8, using: &random) == 0 {
                time += UInt64.random(in: 1...90, using: &random)
            }
            let sample = MovieSample(
                decodeTime: time,
                duration: variesDuration ? UInt32.random(in: 0...50, using: &random) : 20,
                compositionOffset: variesOffset ? Int32.random(in: -100...100, using: &random) : 0,
                offset: offset,
                size: variesSize ? UInt32.random(in: 0...60, using: &random) : 30,
                isSync: Int.random(in: 0...nonSync, using: &random) == 0,
                descriptionIndex: 1
            )
            time += UInt64(sample.duration)
            offset += UInt64(sample.size)
            return sample
        }
    }

    private static func cuts(
        _ samples: [MovieSample],
        _ random: inout SeededGenerator
    ) -> [TrackSegments.Segment] {
        var cuts: [TrackSegments.Segment] = []
        var (next, start) = (0, Int64(0))
        while next < samples.count {
            let end = min(samples.count, next + Int.random(in: 0...30, using: &random))
            let duration = Int64.random(in: 0...1000, using: &random)
            cuts.append(TrackSegments.Segment(samples: next..<end, start: start, duration: duration))
            start += duration
            next = end
        }
        return cuts
    }
}
