import Mezzanines

/// The sync samples that all video renditions have in common: where segments of all of them can begin.
struct KeyFrameLadder {
    /// The rendition whose times count.
    let reference: TrackTimes
    /// The others, which need a sync sample within half a frame of the reference's.
    let others: [TrackTimes]

    /// Whether all have a sync sample where the reference has one.
    ///
    /// - Parameter sync: of the reference, by its place among all sync samples.
    /// - Returns: whether each of the others has one within half a frame.
    func isCommon(_ sync: Int) -> Bool {
        let sample = reference.sample(ofSync: sync)
        let time = reference.mediaTime(of: sample)
        return others.allSatisfy { other in
            // Renditions of one encoder have as many: the same place is tried before a search.
            if other.syncs.contains(sync), matches(sample, other, sync) { return true }
            let behind = other.sync(atOrBehind: time, near: sync)
            return [behind, behind - 1].contains { other.syncs.contains($0) && matches(sample, other, $0) }
        }
    }

    /// The first common sync sample from one on; nil where there is none.
    func common(from first: Int) -> Int? {
        var sync = max(first, reference.syncs.lowerBound)
        while sync < reference.syncs.upperBound {
            if isCommon(sync) { return sync }
            sync += 1
        }
        return nil
    }

    /// The last common sync sample at or before one, and behind another; nil where there is none.
    func common(upTo last: Int, above: Int) -> Int? {
        var sync = min(last, reference.syncs.upperBound - 1)
        while sync > above {
            if isCommon(sync) { return sync }
            sync -= 1
        }
        return nil
    }

    /// Whether a sync sample of another rendition is presented within half a frame of one of the reference.
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
    /// When a sample is presented.
    func mediaTime(of sample: Int) -> MediaTime {
        MediaTime(ticks: time(of: sample), timescale: timescale)
    }

    /// The start of what is presented.
    var mediaStart: MediaTime { MediaTime(ticks: start, timescale: timescale) }

    /// The end of what is presented.
    var mediaEnd: MediaTime { MediaTime(ticks: end, timescale: timescale) }

    /// How long a sample is.
    func duration(of sample: Int) -> MediaTime {
        MediaTime(ticks: Int64(index.timing(of: sample).duration), timescale: timescale)
    }
}

extension MediaTime {
    /// Whether another time is less than half a length away.
    func isWithinHalf(of length: MediaTime, _ other: MediaTime) -> Bool {
        // Both sides in units of 1 / (timescale * other.timescale) seconds.
        let distance =
            (Int128(ticks) * Int128(other.timescale) - Int128(other.ticks) * Int128(timescale)).magnitude
        let units = UInt128(timescale) * UInt128(other.timescale)
        // The length has the timescale of one of the two: what is divided away is exact.
        return distance * 2 < units / UInt128(length.timescale) * UInt128(length.ticks.magnitude)
    }
}
