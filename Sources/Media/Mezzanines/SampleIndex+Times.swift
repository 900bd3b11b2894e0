/// Times of samples, without their offsets.
///
/// A lookup adds up no sizes, so a search of a track by time is fast.
extension SampleIndex {
    /// The times of a sample, in ticks of the track.
    package struct Timing: Hashable, Sendable {
        /// The decode time, at most 2^62, so that sums of times do not overflow.
        package let decodeTime: Int64
        /// The duration in decoding order.
        package let duration: UInt32
        /// The time from decoding to presentation.
        package let compositionOffset: Int32
    }

    /// Adjacent samples of the same duration, without a gap between them.
    package struct TimingRun: Hashable, Sendable {
        /// The numbers of the samples.
        package let samples: Range<Int>
        /// The decode time of the first sample, in ticks.
        package let decodeTime: UInt64
        /// The duration of each sample, in ticks.
        package let duration: UInt32
    }

    /// Returns the times of a sample.
    ///
    /// - Parameter number: the number of the sample, from 0, below `count`.
    /// - Returns: the times, in ticks of the track.
    package func timing(of number: Int) -> Timing {
        var (low, high) = (0, timeRuns.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if timeRuns[middle].firstSample <= number { low = middle } else { high = middle }
        }
        let run = timeRuns[low]
        let decodeTime = run.decodeTime &+ UInt64(number - run.firstSample) &* UInt64(run.duration)
        return Timing(
            decodeTime: Int64(min(decodeTime, 1 << 62)),
            duration: run.duration,
            compositionOffset: compositionOffsets.isEmpty ? 0 : compositionOffsets[number]
        )
    }

    /// The number of timing runs.
    package var timingRunCount: Int { timeRuns.count }

    /// Returns a timing run.
    ///
    /// - Parameter index: the position among the runs, from 0, below `timingRunCount`.
    /// - Returns: the run.
    package func timingRun(_ index: Int) -> TimingRun {
        let end = index + 1 < timeRuns.count ? timeRuns[index + 1].firstSample : count
        return TimingRun(
            samples: timeRuns[index].firstSample..<end,
            decodeTime: timeRuns[index].decodeTime,
            duration: timeRuns[index].duration
        )
    }

    /// The number of sync samples.
    package var syncSampleCount: Int { isAllSync ? count : syncSamples.count }

    /// Returns a sync sample by its position among the sync samples.
    ///
    /// - Parameter index: the position, from 0, below `syncSampleCount`.
    /// - Returns: the number of the sample.
    package func syncSample(at index: Int) -> Int { isAllSync ? index : syncSamples[index] }
}
