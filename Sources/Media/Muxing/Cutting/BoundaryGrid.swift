import Mezzanines

/// Chooses boundaries near the multiples of the target among the sync samples that all renditions have.
///
/// Lengths are compared exactly, in units of 1 / (2 * clock of the reference * clock of the target) seconds.
struct BoundaryGrid {
    private let ladder: KeyFrameLadder
    /// Units of a tick of the reference.
    private let tick: Int128
    /// Units of a second.
    private let second: Int128
    /// The target in units.
    private let target: Int128
    /// A segment is shorter than this where a sync sample allows: longer ones round to more than the target does, and
    /// `EXT-X-TARGETDURATION` would have to say so (RFC 8216bis 4.4.3.1).
    private let limit: Int128
    /// The end of what is cut, in units.
    private let end: Int128

    /// A grid.
    ///
    /// - Parameters:
    ///   - ladder: where boundaries can be.
    ///   - target: the wanted length of segments, more than 0.
    ///   - end: of what is cut.
    init(_ ladder: KeyFrameLadder, target: MediaTime, end: MediaTime) {
        self.ladder = ladder
        let clock = Int128(ladder.reference.timescale)
        second = 2 * clock * Int128(target.timescale)
        tick = 2 * Int128(target.timescale)
        self.target = 2 * clock * Int128(target.ticks)
        limit = second * max(1, Int128(target.ticks(of: 1))) + second / 2
        self.end = end.units(second)
    }

    /// Chooses boundaries.
    ///
    /// - Parameter start: when the first segment begins.
    /// - Returns: the sync samples of the reference at which further segments begin, by their places among all sync samples.
    func boundaries(behind start: MediaTime = MediaTime(ticks: 0, timescale: 1)) -> [Int] {
        var boundaries: [Int] = []
        var begin = start.units(second)
        // The first sample of the reference begins the first segment.
        var last = max(
            ladder.reference.syncs.lowerBound,
            ladder.reference.syncs.firstIndex { time($0) > begin } - 1
        )
        var multiple: Int128 = 0
        while let next = ladder.common(from: last + 1), time(next) < end {
            // Multiples that are nearer to this segment's start than to the next sync sample make no boundary.
            multiple = max(multiple + 1, (begin + time(next) + 2 * target - 1) / (2 * target))
            let wanted = multiple * target
            var chosen: Int? = wanted < end ? nearest(to: wanted, above: last, or: next) : nil
            if (chosen.map(time) ?? end) - begin >= limit {
                chosen = ladder.common(upTo: before(begin + limit, near: next), above: last) ?? next
                // Half a target or more away, the multiple still waits for its sync sample.
                if let chosen, 2 * (wanted - time(chosen)) > target { multiple -= 1 }
            }
            guard let chosen, !isLeftover(from: chosen, begin) else { break }
            boundaries.append(chosen)
            (begin, last) = (time(chosen), chosen)
        }
        return boundaries
    }

    /// The first segment that is longer than rounding and twice the target allow.
    ///
    /// - Parameter boundaries: those that were chosen.
    /// - Returns: when it begins and ends; nil where there is none.
    func firstLongGap(_ boundaries: [Int]) -> (begin: MediaTime, end: MediaTime)? {
        let times = [0] + boundaries.map(time) + [end]
        let long = zip(times, times.dropFirst()).first { $1 - $0 > max(limit, 2 * target) }
        return long.map { (mediaTime($0), mediaTime($1)) }
    }

    /// Adds boundaries for sound that goes on when the video has ended.
    ///
    /// - Parameters:
    ///   - boundaries: those of the video.
    ///   - longest: the longest track.
    ///   - wanted: the target.
    /// - Returns: none more where the last segment has room for the sound, or half a second is too much; else one at the end of
    ///   the video, and further ones near the multiples of the target.
    func extended(_ boundaries: [MediaTime], _ longest: TrackTimes, _ wanted: MediaTime) -> [MediaTime] {
        let tail = longest.mediaEnd.units(second)
        let begin = boundaries.last?.units(second) ?? 0
        guard tail - begin >= limit, tail - end > second / 2 else { return boundaries }
        let grid = BoundaryGrid(
            KeyFrameLadder(reference: longest, others: []),
            target: wanted,
            end: longest.mediaEnd
        )
        let videoEnd = mediaTime(end)
        return boundaries + [videoEnd]
            + grid.boundaries(behind: videoEnd).map { longest.mediaTime(of: longest.sample(ofSync: $0)) }
    }

    /// When segments begin up to the first boundary of the video, 0 first.
    ///
    /// - Parameters:
    ///   - reference: the video.
    ///   - boundaries: behind its start.
    ///   - earliest: the track that starts first.
    ///   - wanted: the target.
    /// - Returns: 0 alone where the first segment has room for what comes before the video, or that is half a second at most: a
    ///   segment of it would be one without a picture; else further ones near the multiples
    ///   of the target, and one at the start of the video.
    func head(
        of reference: TrackTimes,
        before boundaries: [MediaTime],
        _ earliest: TrackTimes,
        _ wanted: MediaTime
    ) -> [MediaTime] {
        let zero = MediaTime(ticks: 0, timescale: reference.timescale)
        let videoStart = reference.mediaStart
        guard videoStart.units(second) > second / 2, (boundaries.first?.units(second) ?? end) >= limit else {
            return [zero]
        }
        let grid = BoundaryGrid(
            KeyFrameLadder(reference: earliest, others: []),
            target: wanted,
            end: videoStart
        )
        return [zero] + grid.boundaries().map { earliest.mediaTime(of: earliest.sample(ofSync: $0)) }
            + [videoStart]
    }

    /// Whether sound from a boundary to the end is too little for a segment: the frames that an encoder adds at the end, and
    /// the segment before has room for them.
    private func isLeftover(from boundary: Int, _ begin: Int128) -> Bool {
        let rest = end - time(boundary)
        return ladder.reference.timed.track.content == .audio && rest < min(second / 2, target / 2)
            && end - begin < limit
    }

    /// When a sync sample is presented, in units.
    private func time(_ sync: Int) -> Int128 { Int128(ladder.reference.time(ofSync: sync)) * tick }

    /// A time of the reference's clock.
    private func mediaTime(_ units: Int128) -> MediaTime {
        MediaTime(ticks: Int64(clamping: units / tick), timescale: ladder.reference.timescale)
    }

    /// The last sync sample before a time.
    private func before(_ limit: Int128, near guess: Int) -> Int {
        ladder.reference.syncs.firstIndex(near: guess) { time($0) >= limit } - 1
    }

    /// The common sync sample nearest to a time, the earlier of two that are as near.
    private func nearest(to wanted: Int128, above last: Int, or next: Int) -> Int {
        let behind = ladder.reference.syncs.firstIndex(near: next) { time($0) >= wanted }
        let later = ladder.common(from: max(behind, next)).flatMap { time($0) < end ? $0 : nil }
        guard let earlier = ladder.common(upTo: behind - 1, above: last) else { return later ?? next }
        guard let later, time(later) - wanted < wanted - time(earlier) else { return earlier }
        return later
    }
}

extension MediaTime {
    /// The time in units of a part of a second, rounded up.
    fileprivate func units(_ second: Int128) -> Int128 {
        (Int128(ticks) * second + Int128(timescale) - 1) / Int128(timescale)
    }
}
