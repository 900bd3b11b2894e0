import Mezzanines

/// The sync samples that all video renditions have in common, at which segments of all of them can begin.
struct CommonSyncSamples {
    /// The rendition whose times are used.
    let reference: TrackTimes
    /// The other renditions, which need a sync sample within half a frame of that of the reference.
    let others: [TrackTimes]

    /// Indicates whether all others have a sync sample within half a frame of a sync sample of the reference.
    ///
    /// The sync sample is given as a position among all sync samples of the reference.
    func isCommon(_ sync: Int) -> Bool {
        let sample = reference.sample(ofSync: sync)
        let time = reference.mediaTime(of: sample)
        return others.allSatisfy { other in
            // Renditions of one encoder run have the same sync samples: try the same position before a
            // search.
            if other.syncs.contains(sync), matches(sample, other, sync) { return true }
            let syncAtOrAfter = other.sync(atOrAfter: time, near: sync)
            return [syncAtOrAfter, syncAtOrAfter - 1].contains {
                other.syncs.contains($0) && matches(sample, other, $0)
            }
        }
    }

    /// Returns the first common sync sample from `first` on, or nil if there is none.
    func common(from first: Int) -> Int? {
        var sync = max(first, reference.syncs.lowerBound)
        while sync < reference.syncs.upperBound {
            if isCommon(sync) { return sync }
            sync += 1
        }
        return nil
    }

    /// Returns the last common sync sample at or before `last` and after `above`, or nil if there is none.
    func common(upTo last: Int, above: Int) -> Int? {
        var sync = min(last, reference.syncs.upperBound - 1)
        while sync > above {
            if isCommon(sync) { return sync }
            sync -= 1
        }
        return nil
    }

    /// Indicates whether a sync sample of another rendition is presented within half a frame of a sample of
    /// the reference.
    private func matches(_ sample: Int, _ other: TrackTimes, _ sync: Int) -> Bool {
        let otherSample = other.sample(ofSync: sync)
        let time = reference.mediaTime(of: sample)
        let otherTime = other.mediaTime(of: otherSample)
        if time == otherTime { return true }
        let frame = min(reference.duration(of: sample), other.duration(of: otherSample))
        return time.isWithinHalf(of: frame, otherTime)
    }
}

extension TrackTimes {
    /// Returns the presentation time of a sample.
    func mediaTime(of sample: Int) -> MediaTime {
        MediaTime(ticks: time(of: sample), timescale: timescale)
    }

    /// The start of the presented media.
    var mediaStart: MediaTime { MediaTime(ticks: start, timescale: timescale) }

    /// The end of the presented media.
    var mediaEnd: MediaTime { MediaTime(ticks: end, timescale: timescale) }

    /// Returns the duration of a sample.
    func duration(of sample: Int) -> MediaTime {
        MediaTime(ticks: Int64(index.timing(of: sample).duration), timescale: timescale)
    }
}

extension MediaTime {
    /// Indicates whether another time is less than half of `length` away.
    func isWithinHalf(of length: MediaTime, _ other: MediaTime) -> Bool {
        // Both sides in units of 1 / (timescale * other.timescale) seconds.
        let distance =
            (Int128(ticks) * Int128(other.timescale) - Int128(other.ticks) * Int128(timescale)).magnitude
        let units = UInt128(timescale) * UInt128(other.timescale)
        // The timescale of the length is that of one of the two times: the division is exact.
        return distance * 2 < units / UInt128(length.timescale) * UInt128(length.ticks.magnitude)
    }
}
