import Mezzanines

/// The regularity of the samples of a track: frame durations and gaps.
struct SampleRegularity {
    /// The duration of the shortest sample except the last, in ticks.
    private(set) var shortest = UInt32.max
    /// The duration of the longest sample except the last, in ticks.
    private(set) var longest: UInt32 = 0
    /// The first gap between two samples, or nil if there is none.
    private(set) var firstGap: (begin: MediaTime, end: MediaTime)?
    private(set) var gapCount = 0

    /// Indicates whether durations differ by more than rounding: by more than a tick and more than a tenth.
    var varies: Bool {
        shortest < longest && longest - shortest > 1 && UInt64(longest) * 10 > UInt64(shortest) * 11
    }

    init(_ times: TrackTimes) {
        let index = times.timed.track.samples
        for number in 0..<index.timingRunCount {
            let run = index.timingRun(number)
            let samples = run.samples.clamped(to: times.samples)
            // The last sample often has an adjusted duration.
            guard !samples.isEmpty, samples.lowerBound < times.samples.upperBound - 1 else { continue }
            shortest = min(shortest, run.duration)
            longest = max(longest, run.duration)
        }
        let gaps = index.gaps(in: times.samples, of: times.timed.track.format.codec)
        gapCount = gaps.count
        let shift = Int128(times.timed.track.presentationShift) - Int128(times.timed.origin)
        let time = { (decodeTime: UInt64) in
            MediaTime(ticks: Int64(clamping: Int128(decodeTime) + shift), timescale: times.timescale)
        }
        firstGap = gaps.first.map { (time($0.begin), time($0.begin &+ $0.length)) }
    }
}
