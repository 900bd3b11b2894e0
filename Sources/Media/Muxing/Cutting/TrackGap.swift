import Mezzanines

/// A part of a track in which there is nothing, between two samples.
struct TrackGap {
    /// The sample behind it.
    let next: Int
    /// When it begins in decode time, in ticks.
    let begin: UInt64
    /// How long it is, in ticks.
    let length: UInt64
}

extension SampleIndex {
    /// The gaps between samples.
    ///
    /// A picture is shown for as long as its sample lasts. Frames of AAC and AC-3 have one length: one that is to last
    /// for at least half a frame more has nothing behind it.
    ///
    /// - Parameters:
    ///   - samples: the samples that are looked at.
    ///   - codec: what they are.
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
                gaps.append(TrackGap(next: part.lowerBound, begin: end, length: time - end))
            }
            if length < duration {
                for sample in part.dropFirst() {
                    let begin = time &+ length
                    gaps.append(TrackGap(next: sample, begin: begin, length: duration - length))
                    time &+= duration
                }
                end = time &+ length
            } else {
                end = time &+ UInt64(part.count) &* duration
            }
        }
        return gaps
    }

    /// The duration that most samples have, in ticks; the shortest of several.
    private func commonDuration(in samples: Range<Int>) -> UInt32 {
        var counts: [UInt32: Int] = [:]
        for number in 0..<timingRunCount {
            let run = timingRun(number)
            counts[run.duration, default: 0] += run.samples.clamped(to: samples).count
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }
}
