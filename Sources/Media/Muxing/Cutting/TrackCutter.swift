import Mezzanines

/// Cuts one track at the boundaries of the presentation.
struct TrackCutter {
    private let times: TrackTimes
    private let boundaries: [MediaTime]
    private let end: MediaTime

    /// - Parameters:
    ///   - times: the track.
    ///   - boundaries: when segments begin, 0 first.
    ///   - end: the end of the presentation.
    init(_ times: TrackTimes, boundaries: [MediaTime], end: MediaTime) {
        self.times = times
        self.boundaries = boundaries
        self.end = end
    }

    /// The segments: as many as there are boundaries.
    func cut() -> TrackSegments {
        var firsts: [Int] = []
        firsts.reserveCapacity(boundaries.count)
        var last = times.samples.lowerBound
        // Segments are of about one length: the next boundary is as far away as the last one was.
        var (before, guess) = (times.syncs.lowerBound, times.syncs.lowerBound)
        for (number, boundary) in boundaries.enumerated() {
            if number > 0 {
                let behind = times.sync(atOrBehind: boundary, near: guess)
                last = max(last, sample(nearestTo: boundary, behind))
                (before, guess) = (behind, 2 * behind - before)
            }
            firsts.append(last)
        }
        let ranges = firsts.indices.map { number in
            firsts[number]..<(number + 1 < firsts.count ? firsts[number + 1] : times.samples.upperBound)
        }
        let starts = starts(of: ranges)
        let segments = ranges.indices.map { number in
            let next = end(of: number, ranges, starts)
            return TrackSegments.Segment(
                samples: ranges[number],
                start: starts[number],
                duration: max(0, next - starts[number])
            )
        }
        return TrackSegments(timed: times.timed, segments: segments)
    }

    /// The sync sample that is presented nearest to a boundary; the end of the samples where the end of the track is nearer.
    ///
    /// In a gap it is the sample behind: the one in front may be far away, and near to several boundaries.
    ///
    /// - Parameters:
    ///   - boundary: when a segment begins.
    ///   - behind: the first sync sample at or behind it.
    /// - Returns: the number of a sample.
    private func sample(nearestTo boundary: MediaTime, _ behind: Int) -> Int {
        let later = behind < times.syncs.upperBound ? times.time(ofSync: behind) : times.end
        let laterSample =
            behind < times.syncs.upperBound ? times.sample(ofSync: behind) : times.samples.upperBound
        guard behind > times.syncs.lowerBound else { return laterSample }
        let earlier = times.time(ofSync: behind - 1)
        guard !isFar(earlier, boundary) else { return laterSample }
        // Twice the boundary against the sum of both tells which is nearer; the earlier one wins where they are as near.
        let isEarlier =
            2 * Int128(boundary.ticks) * Int128(times.timescale)
            <= (Int128(earlier) + Int128(later)) * Int128(boundary.timescale)
        return isEarlier ? times.sample(ofSync: behind - 1) : laterSample
    }

    /// Whether a boundary is so far away from a time that a gap is between them: half a second, by which segments may be longer than
    /// `EXT-X-TARGETDURATION`.
    private func isFar(_ time: Int64, _ boundary: MediaTime) -> Bool {
        let (scale, other) = (Int128(times.timescale), Int128(boundary.timescale))
        let distance = (Int128(time) * other - Int128(boundary.ticks) * scale).magnitude
        return 2 * distance > (scale * other).magnitude
    }

    /// When segments start; empty ones, and those that begin with a gap, at their boundary, or at the end of the track.
    private func starts(of ranges: [Range<Int>]) -> [Int64] {
        var starts: [Int64] = []
        starts.reserveCapacity(ranges.count)
        var isStarted = false
        for (number, range) in ranges.enumerated() {
            var start: Int64
            if range.isEmpty {
                start = boundaries[number].ticks(of: times.timescale)
                if range.lowerBound == times.samples.upperBound { start = max(start, times.end) }
            } else {
                start = isStarted ? times.firstTime(from: range.lowerBound) : times.start
                if isStarted, isFar(start, boundaries[number]) {
                    start = min(start, boundaries[number].ticks(of: times.timescale))
                }
                isStarted = true
            }
            starts.append(start)
        }
        // An empty segment ends where the next one starts, not behind it.
        for number in ranges.indices.dropLast().reversed() where ranges[number].isEmpty {
            starts[number] = min(starts[number], starts[number + 1])
        }
        for number in ranges.indices.dropFirst() { starts[number] = max(starts[number], starts[number - 1]) }
        return starts
    }

    /// Where a segment ends, in ticks.
    private func end(of number: Int, _ ranges: [Range<Int>], _ starts: [Int64]) -> Int64 {
        let isLastWithSamples =
            !ranges[number].isEmpty && ranges[number].upperBound == times.samples.upperBound
        if isLastWithSamples { return times.end }
        return number + 1 < starts.count ? starts[number + 1] : end.ticks(of: times.timescale)
    }
}
