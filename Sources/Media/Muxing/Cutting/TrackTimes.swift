import Mezzanines

/// The part of a track that is packaged, and when its samples are presented.
///
/// Searches take a few look-ups: nothing goes over all samples, nothing is kept of each.
struct TrackTimes {
    /// The track.
    let timed: TimedTrack
    /// The samples that are packaged.
    let samples: Range<Int>
    /// The sync samples among them, by their places among all sync samples.
    let syncs: Range<Int>
    /// When the first sample is presented, in ticks; 0 where samples come before.
    let start: Int64
    /// The end of what is presented, in ticks.
    let end: Int64

    /// How far pictures are out of order at most: the size of the buffer of decoded pictures (H.264 and H.265, annex A).
    static let reordering = 16

    /// Its samples, held besides the track: reaching through it for every look-up costs more than the look-up.
    let index: SampleIndex
    /// What turns the time of a sample into when it is presented, in ticks.
    let shift: Int64

    /// Ticks a second.
    var timescale: UInt32 { timed.track.timescale }

    /// When a sample is presented, in ticks; 0 at the start of the presentation.
    func time(of sample: Int) -> Int64 {
        let timing = index.timing(of: sample)
        // Far from the limits of the type: see where a track is read.
        return timing.decodeTime &+ Int64(timing.compositionOffset) &+ shift
    }

    /// A sync sample by its place among all sync samples.
    func sample(ofSync sync: Int) -> Int { index.syncSample(at: sync) }

    /// When a sync sample is presented, by its place among all sync samples.
    func time(ofSync sync: Int) -> Int64 { time(of: index.syncSample(at: sync)) }

    /// The first of the sync samples that is presented at or behind a time; the end of `syncs` where there is none.
    ///
    /// - Parameters:
    ///   - time: in the presentation.
    ///   - guess: where the search begins; it takes few steps where that is near.
    /// - Returns: its place among all sync samples.
    func sync(atOrBehind time: MediaTime, near guess: Int) -> Int {
        let wanted = Int128(time.ticks) * Int128(timescale)
        let scale = Int128(time.timescale)
        return syncs.firstIndex(near: guess) { Int128(self.time(ofSync: $0)) * scale >= wanted }
    }

    /// When the first picture of a segment is presented that begins with a sync sample.
    ///
    /// - Parameter first: the sync sample.
    /// - Returns: its own time, or that of the first of the pictures that are decoded behind it and presented before (open GOP).
    func firstTime(from first: Int) -> Int64 {
        var earliest = time(of: first)
        guard !index.isAllSync else { return earliest }
        let next = index.syncSample(from: first + 1) ?? samples.upperBound
        let stop = min(next, samples.upperBound, first + 1 + Self.reordering)
        for sample in first + 1..<max(first + 1, stop) {
            earliest = min(earliest, time(of: sample))
        }
        return earliest
    }
}

extension TimedTrack {
    /// When a sample is presented, in ticks; 0 at the start of the presentation.
    func presentationTime(of sample: Int) -> Int64 {
        let timing = track.samples.timing(of: sample)
        return Int64(
            clamping: Int128(timing.decodeTime) + Int128(timing.compositionOffset)
                + Int128(track.presentationShift) - Int128(origin)
        )
    }
}

extension Range<Int> {
    /// The first element that satisfies a condition, where all behind it do, too; the end where none does.
    func firstIndex(_ condition: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The first element that satisfies a condition, where all behind it do, too; the end where none does.
    ///
    /// - Parameters:
    ///   - guess: where the search begins, with steps that double.
    ///   - condition: what is searched for.
    /// - Returns: the same whatever the guess is.
    func firstIndex(near guess: Int, _ condition: (Int) -> Bool) -> Int {
        var (low, high, step) = (lowerBound, upperBound, 1)
        var place = Swift.min(Swift.max(guess, low), high)
        if place < high, !condition(place) {
            repeat {
                low = place + 1
                place = high - place > step ? place + step : high
                step *= 2
            } while place < high && !condition(place)
            high = place
        } else {
            high = place
            while place > low {
                place = place - low > step ? place - step : low
                step *= 2
                guard condition(place) else {
                    low = place + 1
                    break
                }
                high = place
            }
        }
        return (low..<high).firstIndex(condition)
    }
}
