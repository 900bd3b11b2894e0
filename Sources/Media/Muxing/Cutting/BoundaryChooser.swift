import Mezzanines

/// An algorithm that chooses segment boundaries near multiples of the target duration, at sync samples that
/// all renditions have in common.
///
/// Times are compared exactly, in *comparison units* of 1 / (2 * timescale of the reference * timescale of
/// the target) seconds.
struct BoundaryChooser {
    private let ladder: CommonSyncSamples
    /// The number of comparison units in a tick of the reference.
    private let tick: Int128
    /// The number of comparison units in a second.
    private let second: Int128
    /// The target duration, in comparison units.
    private let target: Int128
    /// The length, in comparison units, that segments stay below if sync samples allow it.
    ///
    /// A longer segment rounds to more seconds than the target duration does, and `EXT-X-TARGETDURATION`
    /// would have to grow (RFC 8216bis 4.4.3.1).
    private let limit: Int128
    /// The end of the media to be cut, in comparison units.
    private let end: Int128

    /// Creates a chooser.
    ///
    /// - Parameters:
    ///   - ladder: the sync samples at which segments may begin.
    ///   - target: the target duration, more than 0.
    ///   - end: the end of the media to be cut.
    init(_ ladder: CommonSyncSamples, target: MediaTime, end: MediaTime) {
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
    /// - Parameter start: the start of the first segment.
    /// - Returns: the sync samples of the reference at which the segments after the first begin, as positions
    ///   among all sync samples.
    func boundaries(behind start: MediaTime = MediaTime(ticks: 0, timescale: 1)) -> [Int] {
        var boundaries: [Int] = []
        var begin = start.units(second)
        // The first sync sample of the reference is never a boundary, even if it is presented after `start`.
        var last = max(
            ladder.reference.syncs.lowerBound,
            ladder.reference.syncs.firstIndex { time($0) > begin } - 1
        )
        var multiple: Int128 = 0
        while let next = ladder.common(from: last + 1), time(next) < end {
            // Skip multiples that are nearer to the start of this segment than to the next sync sample.
            multiple = max(multiple + 1, (begin + time(next) + 2 * target - 1) / (2 * target))
            let wanted = multiple * target
            var chosen: Int? = wanted < end ? nearest(to: wanted, above: last, or: next) : nil
            if (chosen.map(time) ?? end) - begin >= limit {
                chosen = ladder.common(upTo: before(begin + limit, near: next), above: last) ?? next
                // If the boundary is more than half a target duration early, try the same multiple again for
                // the next one.
                if let chosen, 2 * (wanted - time(chosen)) > target { multiple -= 1 }
            }
            guard let chosen, !isLeftover(from: chosen, begin) else { break }
            boundaries.append(chosen)
            (begin, last) = (time(chosen), chosen)
        }
        return boundaries
    }

    /// Finds the first segment longer than both the rounding limit and twice the target duration.
    ///
    /// - Parameter boundaries: the chosen boundaries.
    /// - Returns: the start and end of the segment, or nil if there is none.
    func firstLongGap(_ boundaries: [Int]) -> (begin: MediaTime, end: MediaTime)? {
        let times = [0] + boundaries.map(time) + [end]
        let long = zip(times, times.dropFirst()).first { $1 - $0 > max(limit, 2 * target) }
        return long.map { (mediaTime($0), mediaTime($1)) }
    }

    /// Adds boundaries for audio that continues after the end of the video.
    ///
    /// - Parameters:
    ///   - boundaries: the boundaries of the video.
    ///   - longest: the track that ends last.
    ///   - wanted: the target duration.
    /// - Returns: the boundaries unchanged if the last segment has room for the rest of the audio or that
    ///   rest is at most half a second long; otherwise with a boundary at the end of the video and further
    ///   ones near multiples of the target duration.
    func addingAudioTail(_ boundaries: [MediaTime], _ longest: TrackTimes, _ wanted: MediaTime) -> [MediaTime]
    {
        let tail = longest.mediaEnd.units(second)
        let begin = boundaries.last?.units(second) ?? 0
        guard tail - begin >= limit, tail - end > second / 2 else { return boundaries }
        let grid = BoundaryChooser(
            CommonSyncSamples(reference: longest, others: []),
            target: wanted,
            end: longest.mediaEnd
        )
        let videoEnd = mediaTime(end)
        return boundaries + [videoEnd]
            + grid.boundaries(behind: videoEnd).map { longest.mediaTime(of: longest.sample(ofSync: $0)) }
    }

    /// Returns the starts of segments before the first boundary of the video, beginning with 0.
    ///
    /// - Parameters:
    ///   - reference: the video.
    ///   - boundaries: the boundaries of the video after its start.
    ///   - earliest: the track that starts first.
    ///   - wanted: the target duration.
    /// - Returns: 0 alone if the first segment has room for the audio before the video or that audio is at
    ///   most half a second long, too short for a segment without pictures; otherwise also boundaries near
    ///   multiples of the target duration, and the start of the video.
    func audioLead(
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
        let grid = BoundaryChooser(
            CommonSyncSamples(reference: earliest, others: []),
            target: wanted,
            end: videoStart
        )
        return [zero] + grid.boundaries().map { earliest.mediaTime(of: earliest.sample(ofSync: $0)) }
            + [videoStart]
    }

    /// Indicates whether the audio from a boundary to the end is too short for a segment and fits into the
    /// one before, as the last frames that an encoder adds do.
    private func isLeftover(from boundary: Int, _ begin: Int128) -> Bool {
        let rest = end - time(boundary)
        return ladder.reference.timed.track.content == .audio && rest < min(second / 2, target / 2)
            && end - begin < limit
    }

    /// Returns the presentation time of a sync sample, in comparison units.
    private func time(_ sync: Int) -> Int128 { Int128(ladder.reference.time(ofSync: sync)) * tick }

    /// Converts comparison units to a time in ticks of the reference, rounded down.
    private func mediaTime(_ units: Int128) -> MediaTime {
        MediaTime(ticks: Int64(clamping: units / tick), timescale: ladder.reference.timescale)
    }

    /// Returns the last sync sample before a time.
    private func before(_ limit: Int128, near guess: Int) -> Int {
        ladder.reference.syncs.firstIndex(near: guess) { time($0) >= limit } - 1
    }

    /// Returns the common sync sample nearest to a time, or the earlier of two equally near.
    private func nearest(to wanted: Int128, above last: Int, or next: Int) -> Int {
        let behind = ladder.reference.syncs.firstIndex(near: next) { time($0) >= wanted }
        let later = ladder.common(from: max(behind, next)).flatMap { time($0) < end ? $0 : nil }
        guard let earlier = ladder.common(upTo: behind - 1, above: last) else { return later ?? next }
        guard let later, time(later) - wanted < wanted - time(earlier) else { return earlier }
        return later
    }
}

extension MediaTime {
    /// Returns the time in units of 1 / `second` seconds, rounded up.
    fileprivate func units(_ second: Int128) -> Int128 {
        (Int128(ticks) * second + Int128(timescale) - 1) / Int128(timescale)
    }
}
