import Mezzanines

/// How regular the samples of a track are.
struct TrackTiming {
    /// The shortest sample but the last one, in ticks.
    private(set) var shortest = UInt32.max
    /// The longest sample but the last one, in ticks.
    private(set) var longest: UInt32 = 0
    /// The first part of the presentation in which nothing is decoded, from the end of a sample to the next one.
    private(set) var firstGap: (begin: MediaTime, end: MediaTime)?
    /// Number of such parts.
    private(set) var gapCount = 0

    /// Whether durations differ by more than clocks that round make them differ: by more than a tick and by a tenth.
    var varies: Bool {
        shortest < longest && longest - shortest > 1 && UInt64(longest) * 10 > UInt64(shortest) * 11
    }

    /// - Parameter times: the track.
    init(_ times: TrackTimes) {
        let index = times.timed.track.samples
        var end: UInt64?
        for number in 0..<index.timingRunCount {
            let run = index.timingRun(number)
            let samples = run.samples.clamped(to: times.samples)
            guard !samples.isEmpty else { continue }
            // The last sample is often made to fit.
            if samples.lowerBound < times.samples.upperBound - 1 {
                shortest = min(shortest, run.duration)
                longest = max(longest, run.duration)
            }
            if let end, run.decodeTime > end { note(times, from: end, to: run.decodeTime) }
            end = run.decodeTime &+ UInt64(run.samples.count) &* UInt64(run.duration)
        }
    }

    private mutating func note(_ times: TrackTimes, from begin: UInt64, to end: UInt64) {
        gapCount += 1
        guard firstGap == nil else { return }
        let shift = Int128(times.timed.track.presentationShift) - Int128(times.timed.origin)
        firstGap = (
            MediaTime(ticks: Int64(clamping: Int128(begin) + shift), timescale: times.timescale),
            MediaTime(ticks: Int64(clamping: Int128(end) + shift), timescale: times.timescale)
        )
    }
}
