/// When samples are, without where they are: a look-up adds up no sizes, so that a track can be searched by time.
extension SampleIndex {
    /// When a sample is decoded and presented, in ticks of the track.
    package struct Timing: Hashable, Sendable {
        /// When it is decoded; a time beyond 2^62 is taken for 2^62, so that sums of times do not overflow.
        package let decodeTime: Int64
        /// Up to the next sample, in decoding.
        package let duration: UInt32
        /// From decoding to presentation.
        package let compositionOffset: Int32
    }

    /// Samples that follow each other without a gap, all of one duration.
    package struct TimingRun: Hashable, Sendable {
        /// The samples.
        package let samples: Range<Int>
        /// When the first one is decoded.
        package let decodeTime: UInt64
        /// The duration of each, in ticks.
        package let duration: UInt32
    }

    /// When a sample is.
    ///
    /// - Parameter number: from 0, below `count`.
    /// - Returns: its times in ticks.
    package func timing(of number: Int) -> Timing {
        var (low, high) = (0, times.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle].sample <= number { low = middle } else { high = middle }
        }
        let run = times[low]
        let decodeTime = run.decodeTime &+ UInt64(number - run.sample) &* UInt64(run.duration)
        return Timing(
            decodeTime: Int64(min(decodeTime, 1 << 62)),
            duration: run.duration,
            compositionOffset: compositionOffsets.isEmpty ? 0 : compositionOffsets[number]
        )
    }

    /// Number of runs of samples of one duration.
    package var timingRunCount: Int { times.count }

    /// A run of samples of one duration.
    ///
    /// - Parameter index: from 0, below `timingRunCount`.
    /// - Returns: its samples and their times.
    package func timingRun(_ index: Int) -> TimingRun {
        let end = index + 1 < times.count ? times[index + 1].sample : count
        return TimingRun(
            samples: times[index].sample..<end,
            decodeTime: times[index].decodeTime,
            duration: times[index].duration
        )
    }

    /// Number of samples that decoding can begin with.
    package var syncSampleCount: Int { isAllSync ? count : syncSamples.count }

    /// A sample that decoding can begin with, by its place among those.
    ///
    /// - Parameter index: from 0, below `syncSampleCount`.
    /// - Returns: the number of the sample.
    package func syncSample(at index: Int) -> Int { isAllSync ? index : syncSamples[index] }
}
