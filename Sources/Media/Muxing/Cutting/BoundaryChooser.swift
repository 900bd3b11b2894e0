import Mezzanines

/// An algorithm that chooses segment boundaries near multiples of the target duration, at sync samples that
/// all renditions have in common.
///
/// Times are compared exactly, in *comparison units* of 1 / (2 * timescale of the reference * timescale of
/// the target) seconds.
struct BoundaryChooser {
    private let candidates: CommonSyncSamples
    /// The number of comparison units in a tick of the reference.
    private let unitsPerTick: Int128
    /// The number of comparison units in a second.
    private let unitsPerSecond: Int128
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
    ///   - candidates: the sync samples at which segments may begin.
    ///   - target: the target duration, more than 0.
    ///   - end: the end of the media to be cut.
    init(_ candidates: CommonSyncSamples, target: MediaTime, end: MediaTime) {
        self.candidates = candidates
        let referenceTimescale = Int128(candidates.reference.timescale)
        unitsPerSecond = 2 * referenceTimescale * Int128(target.timescale)
        unitsPerTick = 2 * Int128(target.timescale)
        self.target = 2 * referenceTimescale * Int128(target.ticks)
        limit = unitsPerSecond * max(1, Int128(target.ticks(of: 1))) + unitsPerSecond / 2
        self.end = end.units(unitsPerSecond)
    }

    /// Chooses boundaries.
    ///
    /// - Parameter start: the start of the first segment.
    /// - Returns: the sync samples of the reference at which the segments after the first begin, as positions
    ///   among all sync samples.
    func boundaries(after start: MediaTime = MediaTime(ticks: 0, timescale: 1)) -> [Int] {
        var boundaries: [Int] = []
        var segmentStart = start.units(unitsPerSecond)
        // The first sync sample of the reference is never a boundary, even if it is presented after `start`.
        var lastSync = max(
            candidates.reference.syncs.lowerBound,
            candidates.reference.syncs.firstIndex { time($0) > segmentStart } - 1
        )
        var multiple: Int128 = 0
        while let nextSync = candidates.common(from: lastSync + 1), time(nextSync) < end {
            // Skip multiples that are nearer to the start of this segment than to the next sync sample.
            multiple = max(multiple + 1, (segmentStart + time(nextSync) + 2 * target - 1) / (2 * target))
            let wanted = multiple * target
            var chosen: Int? = wanted < end ? nearest(to: wanted, above: lastSync, or: nextSync) : nil
            if (chosen.map(time) ?? end) - segmentStart >= limit {
                chosen =
                    candidates.common(
                        upTo: lastSyncBefore(segmentStart + limit, near: nextSync),
                        above: lastSync
                    ) ?? nextSync
                // If the boundary is more than half a target duration early, try the same multiple again for
                // the next one.
                if let chosen, 2 * (wanted - time(chosen)) > target { multiple -= 1 }
            }
            guard let chosen, !isLeftover(from: chosen, segmentStart) else { break }
            boundaries.append(chosen)
            (segmentStart, lastSync) = (time(chosen), chosen)
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
        let audioEnd = longest.mediaEnd.units(unitsPerSecond)
        let lastBoundary = boundaries.last?.units(unitsPerSecond) ?? 0
        guard audioEnd - lastBoundary >= limit, audioEnd - end > unitsPerSecond / 2 else { return boundaries }
        let chooser = BoundaryChooser(
            CommonSyncSamples(reference: longest, others: []),
            target: wanted,
            end: longest.mediaEnd
        )
        let videoEnd = mediaTime(end)
        return boundaries + [videoEnd]
            + chooser.boundaries(after: videoEnd).map { longest.mediaTime(of: longest.sample(ofSync: $0)) }
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
        guard videoStart.units(unitsPerSecond) > unitsPerSecond / 2,
            (boundaries.first?.units(unitsPerSecond) ?? end) >= limit
        else {
            return [zero]
        }
        let chooser = BoundaryChooser(
            CommonSyncSamples(reference: earliest, others: []),
            target: wanted,
            end: videoStart
        )
        return [zero] + chooser.boundaries().map { earliest.mediaTime(of: earliest.sample(ofSync: $0)) }
            + [videoStart]
    }

    /// Indicates whether the audio from a boundary to the end is too short for a segment and fits into the
    /// one before, as the last frames that an encoder adds do.
    private func isLeftover(from boundary: Int, _ segmentStart: Int128) -> Bool {
        let rest = end - time(boundary)
        return candidates.reference.timedTrack.track.content == .audio
            && rest < min(unitsPerSecond / 2, target / 2)
            && end - segmentStart < limit
    }

    /// Returns the presentation time of a sync sample, in comparison units.
    private func time(_ sync: Int) -> Int128 {
        Int128(candidates.reference.time(ofSync: sync)) * unitsPerTick
    }

    /// Converts comparison units to a time in ticks of the reference, rounded down.
    private func mediaTime(_ units: Int128) -> MediaTime {
        MediaTime(ticks: Int64(clamping: units / unitsPerTick), timescale: candidates.reference.timescale)
    }

    /// Returns the last sync sample before a time.
    private func lastSyncBefore(_ limit: Int128, near guess: Int) -> Int {
        candidates.reference.syncs.firstIndex(near: guess) { time($0) >= limit } - 1
    }

    /// Returns the common sync sample nearest to a time, or the earlier of two equally near.
    private func nearest(to wanted: Int128, above last: Int, or next: Int) -> Int {
        let syncAtOrAfter = candidates.reference.syncs.firstIndex(near: next) { time($0) >= wanted }
        let later = candidates.common(from: max(syncAtOrAfter, next)).flatMap { time($0) < end ? $0 : nil }
        guard let earlier = candidates.common(upTo: syncAtOrAfter - 1, above: last) else {
            return later ?? next
        }
        guard let later, time(later) - wanted < wanted - time(earlier) else { return earlier }
        return later
    }
}

extension MediaTime {
    /// Returns the time in units of 1 / `unitsPerSecond` seconds, rounded up.
    fileprivate func units(_ unitsPerSecond: Int128) -> Int128 {
        (Int128(ticks) * unitsPerSecond + Int128(timescale) - 1) / Int128(timescale)
    }
}
