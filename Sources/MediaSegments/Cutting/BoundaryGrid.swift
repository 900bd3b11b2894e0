import Mezzanines

/// Chooses boundaries near the multiples of the target among the sync samples that all renditions have.
///
/// Lengths are compared exactly, in units of 1 / (2 * clock of the reference * clock of the target) seconds.
struct BoundaryGrid {
    private let ladder: KeyFrameLadder
    /// Units of a tick of the reference.
    private let tick: Int128
    /// The target in units.
    private let target: Int128
    /// A segment is shorter than this where a sync sample allows: longer ones round to more than TARGETDURATION
    /// (RFC 8216bis 4.4.3.1).
    private let limit: Int128
    /// The end of the presentation in units.
    private let end: Int128
    /// The first sync sample is no boundary behind the start.
    private let firstSync: Int

    /// A grid.
    ///
    /// - Parameters:
    ///   - ladder: where boundaries can be.
    ///   - target: the wanted length of segments, more than 0.
    ///   - end: of the video.
    init(_ ladder: KeyFrameLadder, target: MediaTime, end: MediaTime) {
        self.ladder = ladder
        let clock = Int128(ladder.reference.timescale)
        let second = 2 * clock * Int128(target.timescale)
        tick = 2 * Int128(target.timescale)
        self.target = 2 * clock * Int128(target.ticks)
        limit = second * max(1, Int128(target.ticks(of: 1))) + second / 2
        self.end = Int128(end.ticks) * second / Int128(end.timescale)
        firstSync = ladder.reference.syncs.lowerBound
    }

    /// The sync samples of the reference at which segments begin behind the first one, by their places among all sync samples.
    func boundaries() -> [Int] {
        var boundaries: [Int] = []
        var (begin, last): (Int128, Int) = (0, firstSync)
        var multiple: Int128 = 0
        while let next = ladder.common(from: firstBehind(begin, last)), time(next) < end {
            // Multiples that are nearer to this segment's start than to the next sync sample make no boundary.
            let middle = begin + time(next)
            multiple = max(multiple + 1, (middle + 2 * target - 1) / (2 * target))
            let wanted = multiple * target
            var chosen: Int? = wanted < end ? nearest(to: wanted, above: last, or: next) : nil
            if (chosen.map(time) ?? end) - begin >= limit {
                chosen = ladder.common(upTo: before(begin + limit), above: max(last, next - 1)) ?? next
                // The multiple still waits for its sync sample.
                multiple -= 1
            }
            guard let chosen else { break }
            boundaries.append(chosen)
            (begin, last) = (time(chosen), chosen)
        }
        return boundaries
    }

    /// When a sync sample is presented, in units.
    private func time(_ sync: Int) -> Int128 { Int128(ladder.reference.time(ofSync: sync)) * tick }

    /// The first sync sample behind one that is also behind a time.
    private func firstBehind(_ begin: Int128, _ last: Int) -> Int {
        var sync = last + 1
        while sync < ladder.reference.syncs.upperBound, time(sync) <= begin { sync += 1 }
        return sync
    }

    /// The last sync sample before a time.
    private func before(_ limit: Int128) -> Int {
        ladder.reference.syncs.firstIndex { time($0) >= limit } - 1
    }

    /// The common sync sample nearest to a time, the earlier of two that are as near.
    private func nearest(to wanted: Int128, above last: Int, or next: Int) -> Int {
        let behind = ladder.reference.syncs.firstIndex { time($0) >= wanted }
        let later = ladder.common(from: max(behind, next)).flatMap { time($0) < end ? $0 : nil }
        guard let earlier = ladder.common(upTo: behind - 1, above: last) else { return later ?? next }
        guard let later, time(later) - wanted < wanted - time(earlier) else { return earlier }
        return later
    }
}
