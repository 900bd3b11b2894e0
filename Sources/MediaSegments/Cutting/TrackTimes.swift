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

    private var index: SampleIndex { timed.track.samples }

    /// Ticks a second.
    var timescale: UInt32 { timed.track.timescale }

    /// When a sample is presented, in ticks; 0 at the start of the presentation.
    func time(of sample: Int) -> Int64 { timed.presentationTime(of: sample) }

    /// A sync sample by its place among all sync samples.
    func sample(ofSync sync: Int) -> Int { index.syncSample(at: sync) }

    /// When a sync sample is presented, by its place among all sync samples.
    func time(ofSync sync: Int) -> Int64 { time(of: index.syncSample(at: sync)) }

    /// The first of the sync samples that is presented at or behind a time; the end of `syncs` where there is none.
    func sync(atOrBehind time: MediaTime) -> Int {
        syncs.firstIndex { !(MediaTime(ticks: self.time(ofSync: $0), timescale: timescale) < time) }
    }

    /// When the first picture of a segment is presented that begins with a sync sample.
    ///
    /// - Parameter first: the sync sample.
    /// - Returns: its own time, or that of the first of the pictures that are decoded behind it and presented before (open GOP).
    func firstTime(from first: Int) -> Int64 {
        var earliest = time(of: first)
        let stop = min(samples.upperBound, first + 1 + Self.reordering)
        for sample in first + 1..<max(first + 1, stop) {
            if timed.track.samples.isSync(sample) { break }
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
}
