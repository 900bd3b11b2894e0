import Mezzanines

/// A gap without media between two samples of a track.
struct TrackGap {
    /// The index of the sample after the gap.
    let nextSample: Int
    /// The start of the gap in decode time, in ticks.
    let begin: UInt64
    /// The length of the gap, in ticks.
    let length: UInt64
}

extension SampleIndex {
    /// Finds the gaps between samples.
    ///
    /// A picture is shown for the whole duration of its sample. AAC, AC-3 and E-AC-3 frames have a fixed
    /// duration: after a sample with a duration of at least one and a half frames there is a gap.
    ///
    /// - Parameters:
    ///   - samples: the samples to examine, by index in the track.
    ///   - codec: the codec of the samples.
    /// - Returns: the gaps, in order.
    func gaps(in samples: Range<Int>, of codec: TrackFormat.Codec) -> [TrackGap] {
        let hasFrames = [.aac, .ac3, .eac3].contains(codec)
        let frame = UInt64(hasFrames ? commonDuration(in: samples.dropLast()) : .max)
        var gaps: [TrackGap] = []
        var end: UInt64?
        for number in 0..<timingRunCount {
            let run = timingRun(number)
            let part = run.samples.clamped(to: samples)
            guard !part.isEmpty else { continue }
            let duration = UInt64(run.duration)
            let length = 2 * duration >= 3 * frame ? min(frame, duration) : duration
            var time = run.decodeTime &+ UInt64(part.lowerBound - run.samples.lowerBound) &* duration
            if let end, time > end {
                gaps.append(TrackGap(nextSample: part.lowerBound, begin: end, length: time - end))
            }
            if length < duration {
                for sample in part.dropFirst() {
                    let begin = time &+ length
                    gaps.append(TrackGap(nextSample: sample, begin: begin, length: duration - length))
                    time &+= duration
                }
                end = time &+ length
            } else {
                end = time &+ UInt64(part.count) &* duration
            }
        }
        return gaps
    }

    /// Returns the most frequent sample duration in ticks, or the shortest of several equally frequent ones.
    private func commonDuration(in samples: Range<Int>) -> UInt32 {
        var counts: [UInt32: Int] = [:]
        for number in 0..<timingRunCount {
            let run = timingRun(number)
            counts[run.duration, default: 0] += run.samples.clamped(to: samples).count
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }
}
