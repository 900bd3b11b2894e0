import Mezzanines

/// The packaged part of a track and the presentation times of its samples.
///
/// A lookup takes a binary search; nothing iterates over all samples or stores data for each.
struct TrackTimes {
    /// The track on the timeline of the presentation.
    let timedTrack: TimedTrack
    /// The packaged samples, by index in the track.
    let samples: Range<Int>
    /// The sync samples among `samples`, as positions among all sync samples of the track.
    let syncs: Range<Int>
    /// The presentation time of the first sample in ticks, or 0 if samples come before the start of the
    /// presentation.
    let start: Int64
    /// The end of the presented media, in ticks.
    let end: Int64

    /// The most samples by which pictures are reordered: the size of the decoded picture buffer (H.264 and
    /// H.265, annex A).
    static let reorderingLimit = 16

    /// The samples of the track, stored here because access through the track costs more than a lookup.
    let index: SampleIndex
    /// The number of ticks to add to decode time and composition offset of a sample to get its presentation
    /// time.
    let shift: Int64

    /// The number of ticks per second.
    var timescale: UInt32 { timedTrack.track.timescale }

    /// Returns the presentation time of a sample, in ticks from the start of the presentation.
    func time(of sample: Int) -> Int64 {
        let timing = index.timing(of: sample)
        // Cannot overflow: `init` checks the limits of times.
        return timing.decodeTime &+ Int64(timing.compositionOffset) &+ shift
    }

    /// Returns the index in the track of a sync sample, given as a position among all sync samples.
    func sample(ofSync sync: Int) -> Int { index.syncSample(at: sync) }

    /// Returns the presentation time of a sync sample, given as a position among all sync samples, in ticks.
    func time(ofSync sync: Int) -> Int64 { time(of: index.syncSample(at: sync)) }

    /// Finds the first sync sample presented at or after a time.
    ///
    /// - Parameters:
    ///   - time: a time of the presentation.
    ///   - guess: the position at which the search starts; it is fast if the result is near.
    /// - Returns: a position among all sync samples, or the end of `syncs` if there is none.
    func sync(atOrAfter time: MediaTime, near guess: Int) -> Int {
        let wanted = Int128(time.ticks) * Int128(timescale)
        let scale = Int128(time.timescale)
        return syncs.firstIndex(near: guess) { Int128(self.time(ofSync: $0)) * scale >= wanted }
    }

    /// Returns the earliest presentation time in a segment that begins with a sync sample, in ticks.
    ///
    /// - Parameter first: the index of the sync sample in the track.
    /// - Returns: the time of the sync sample, or that of the first picture decoded after it and presented
    ///   before it (open GOP).
    func firstTime(from first: Int) -> Int64 {
        var earliest = time(of: first)
        guard !index.isAllSync else { return earliest }
        let next = index.syncSample(from: first + 1) ?? samples.upperBound
        let stop = min(next, samples.upperBound, first + 1 + Self.reorderingLimit)
        for sample in first + 1..<max(first + 1, stop) {
            earliest = min(earliest, time(of: sample))
        }
        return earliest
    }
}

extension TimedTrack {
    /// Returns the presentation time of a sample, in ticks from the start of the presentation.
    func presentationTime(of sample: Int) -> Int64 {
        let timing = track.samples.timing(of: sample)
        return Int64(
            clamping: Int128(timing.decodeTime) + Int128(timing.compositionOffset)
                + Int128(track.presentationShift) - Int128(origin)
        )
    }
}

extension Range<Int> {
    /// Finds the first element that satisfies a condition by binary search: all elements after it have to
    /// satisfy it, too.
    ///
    /// The result is the upper bound if no element does.
    func firstIndex(_ condition: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Finds the first element that satisfies a condition, as `firstIndex(_:)` does, starting near a guess.
    ///
    /// - Parameters:
    ///   - guess: the start of the search, which continues with steps of doubling size.
    ///   - condition: the condition.
    /// - Returns: the same result for any guess.
    func firstIndex(near guess: Int, _ condition: (Int) -> Bool) -> Int {
        var (low, high, step) = (lowerBound, upperBound, 1)
        var position = Swift.min(Swift.max(guess, low), high)
        if position < high, !condition(position) {
            repeat {
                low = position + 1
                position = high - position > step ? position + step : high
                step *= 2
            } while position < high && !condition(position)
            high = position
        } else {
            high = position
            while position > low {
                position = position - low > step ? position - step : low
                step *= 2
                guard condition(position) else {
                    low = position + 1
                    break
                }
                high = position
            }
        }
        return (low..<high).firstIndex(condition)
    }
}
