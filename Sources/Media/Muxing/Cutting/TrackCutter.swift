import Mezzanines

/// Cuts one track at the boundaries of the presentation.
struct TrackCutter {
    private let times: TrackTimes
    private let boundaries: [MediaTime]
    private let end: MediaTime

    /// Creates a cutter.
    ///
    /// - Parameters:
    ///   - times: the track.
    ///   - boundaries: the starts of the segments, beginning with 0.
    ///   - end: the end of the presentation.
    init(_ times: TrackTimes, boundaries: [MediaTime], end: MediaTime) {
        self.times = times
        self.boundaries = boundaries
        self.end = end
    }

    /// Returns the track with one segment per boundary.
    func cut() -> TrackSegments {
        var firsts: [Int] = []
        firsts.reserveCapacity(boundaries.count)
        var last = times.samples.lowerBound
        // Segments have about the same length: expect the next boundary as far away as the last one was.
        var (previousSync, guess) = (times.syncs.lowerBound, times.syncs.lowerBound)
        for (number, boundary) in boundaries.enumerated() {
            if number > 0 {
                let syncAtOrAfter = times.sync(atOrAfter: boundary, near: guess)
                last = max(last, sample(nearestTo: boundary, syncAtOrAfter))
                (previousSync, guess) = (syncAtOrAfter, 2 * syncAtOrAfter - previousSync)
            }
            firsts.append(last)
        }
        let ranges = firsts.indices.map { number in
            firsts[
                number
            ]..<(number + 1 < firsts.count ? firsts[number + 1] : times.samples.upperBound)
        }
        let starts = starts(of: ranges)
        let segments = ranges.indices.map { number in
            let segmentEnd = end(of: number, ranges, starts)
            return TrackSegments.Segment(
                samples: ranges[number],
                start: starts[number],
                duration: max(0, segmentEnd - starts[number])
            )
        }
        return TrackSegments(timedTrack: times.timedTrack, segments: segments)
    }

    /// Returns the sync sample presented nearest to a boundary, or the end of the samples if the end of the
    /// track is nearer.
    ///
    /// At a gap it is the sample after the gap: the one before may be far away, and nearest to several
    /// boundaries.
    ///
    /// - Parameters:
    ///   - boundary: the start of a segment.
    ///   - syncAtOrAfter: the first sync sample at or after the boundary.
    /// - Returns: the index of the sample in the track.
    private func sample(nearestTo boundary: MediaTime, _ syncAtOrAfter: Int) -> Int {
        let later = syncAtOrAfter < times.syncs.upperBound ? times.time(ofSync: syncAtOrAfter) : times.end
        let laterSample =
            syncAtOrAfter < times.syncs.upperBound
            ? times.sample(ofSync: syncAtOrAfter) : times.samples.upperBound
        guard syncAtOrAfter > times.syncs.lowerBound else { return laterSample }
        let earlier = times.time(ofSync: syncAtOrAfter - 1)
        guard !isFar(earlier, boundary) else { return laterSample }
        // Compares twice the boundary with the sum of both times; if both are equally near, the earlier one
        // is used.
        let isEarlier =
            2 * Int128(boundary.ticks) * Int128(times.timescale)
            <= (Int128(earlier) + Int128(later)) * Int128(boundary.timescale)
        return isEarlier ? times.sample(ofSync: syncAtOrAfter - 1) : laterSample
    }

    /// Indicates whether a time is so far from a boundary that there is a gap between them.
    ///
    /// The limit is half a second, the most by which a segment may exceed `EXT-X-TARGETDURATION`, as its
    /// duration is rounded first.
    private func isFar(_ time: Int64, _ boundary: MediaTime) -> Bool {
        let (trackTimescale, boundaryTimescale) = (Int128(times.timescale), Int128(boundary.timescale))
        let distance = (Int128(time) * boundaryTimescale - Int128(boundary.ticks) * trackTimescale).magnitude
        return 2 * distance > (trackTimescale * boundaryTimescale).magnitude
    }

    /// Returns the starts of segments in ticks.
    ///
    /// A segment that is empty or begins with a gap starts at its boundary; one after the end of the track
    /// starts no earlier than that end.
    private func starts(of ranges: [Range<Int>]) -> [Int64] {
        var starts: [Int64] = []
        starts.reserveCapacity(ranges.count)
        var hasStarted = false
        for (number, range) in ranges.enumerated() {
            var start: Int64
            if range.isEmpty {
                start = boundaries[number].ticks(of: times.timescale)
                if range.lowerBound == times.samples.upperBound { start = max(start, times.end) }
            } else {
                start = hasStarted ? times.firstTime(from: range.lowerBound) : times.start
                if hasStarted, isFar(start, boundaries[number]) {
                    start = min(start, boundaries[number].ticks(of: times.timescale))
                }
                hasStarted = true
            }
            starts.append(start)
        }
        // An empty segment ends no later than the next one starts.
        for number in ranges.indices.dropLast().reversed() where ranges[number].isEmpty {
            starts[number] = min(starts[number], starts[number + 1])
        }
        for number in ranges.indices.dropFirst() { starts[number] = max(starts[number], starts[number - 1]) }
        return starts
    }

    /// Returns the end of a segment, in ticks.
    private func end(of number: Int, _ ranges: [Range<Int>], _ starts: [Int64]) -> Int64 {
        let isLastWithSamples =
            !ranges[number].isEmpty && ranges[number].upperBound == times.samples.upperBound
        if isLastWithSamples { return times.end }
        return number + 1 < starts.count ? starts[number + 1] : end.ticks(of: times.timescale)
    }
}
