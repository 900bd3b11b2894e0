import Mezzanines

extension TrackTimes {
    /// The limit of times in ticks: sums of a few smaller times do not overflow.
    private static let limit = Int128(1) << 60
    /// The limit of the end of a presentation in seconds: an `EXTINF` is at most 2^31 - 1, and microseconds
    /// fit into 64 bits.
    private static let lastSecond = Int64(Int32.max)

    /// Determines the samples of a track that are packaged.
    ///
    /// - Parameter timed: the track on the timeline of the presentation.
    /// - Throws: `MezzanineError` for a track without samples, without a sync sample at its start, that
    ///   presents nothing, or with times beyond the limits.
    init(_ timed: TimedTrack) throws(MezzanineError) {
        let track = timed.track
        guard track.samples.count > 0 else {
            throw .unsupported(
                path: track.path,
                what: "track \(track.identifier) without samples (expected some)",
                "Leave the track out: choose others with track=."
            )
        }
        let shift = Int128(track.presentationShift) - Int128(timed.origin)
        guard Int128(track.samples.endTime) < Self.limit, shift.magnitude < Self.limit.magnitude else {
            throw .unsupported(
                path: track.path,
                what: "track \(track.identifier) with times beyond 2^60 ticks (expected less)",
                "Write the file again with times that start near 0."
            )
        }
        let last = Self.lastSample(of: timed)
        let first = try Self.firstSample(of: timed)
        guard first < last else { throw Self.presentsNothingError(track) }
        self.timedTrack = timed
        index = track.samples
        self.shift = Int64(shift)
        samples = first..<last
        let all = 0..<track.samples.syncSampleCount
        let firstSync = all.firstIndex { track.samples.syncSample(at: $0) >= first }
        let lastSync = all.firstIndex { track.samples.syncSample(at: $0) >= last }
        syncs = firstSync..<max(firstSync, lastSync)
        start = max(0, Self.earliest(of: timed, first..<last))
        end = Self.end(
            of: timed,
            from: all.isEmpty ? first : track.samples.syncSample(at: max(firstSync, lastSync - 1)),
            last
        )
        guard start < end else { throw Self.presentsNothingError(track) }
        guard mediaEnd < MediaTime(ticks: Self.lastSecond, timescale: 1) else {
            throw .unsupported(
                path: track.path,
                what:
                    "track \(track.identifier) that ends at \(mediaEnd.secondsDescription), 2^31 s or more after the start",
                "Write the file again with times that start near 0."
            )
        }
    }

    private static func presentsNothingError(_ track: SourceTrack) -> MezzanineError {
        .unsupported(
            path: track.path,
            what: "track \(track.identifier) that presents nothing (expected some of its samples)",
            "Its edit list hides all samples: correct the edit list, or leave the track out with track=."
        )
    }

    /// Returns the end of the packaged samples, which exclude those at the end that an edit list hides.
    private static func lastSample(of timed: TimedTrack) -> Int {
        var last = timed.track.samples.count
        guard let end = presentationEnd(of: timed) else { return last }
        while last > 0, timed.presentationTime(of: last - 1) >= end { last -= 1 }
        return last
    }

    /// Returns the end of the presentation by the edit list, in ticks from the start of the presentation, or
    /// nil if it sets none.
    private static func presentationEnd(of timed: TimedTrack) -> Int64? {
        timed.track.presentationEnd.map { Int64(clamping: Int128($0) - Int128(timed.origin)) }
    }

    /// Returns the first packaged sample, at which decoding starts for what is presented at 0.
    ///
    /// For video it is the last sync sample at or before 0. For audio it is earlier, as a decoder needs
    /// pre-roll.
    private static func firstSample(of timed: TimedTrack) throws(MezzanineError) -> Int {
        let index = timed.track.samples
        // The longest required pre-roll is 80 ms for Opus (RFC 7845, 4.6); half a second is enough for any
        // priming.
        let needed = timed.track.content == .video ? 0 : -Int64(timed.track.timescale) / 2
        let syncAfter = (0..<index.syncSampleCount).firstIndex {
            timed.presentationTime(of: index.syncSample(at: $0)) > needed
        }
        if syncAfter > 0 { return index.syncSample(at: syncAfter - 1) }
        guard index.isSync(0) else {
            throw .unsupported(
                path: timed.track.path,
                what:
                    "track \(timed.track.identifier) that starts without a key frame (expected a sync sample)",
                "Decoding cannot begin there: cut the input at a key frame, or encode it again."
            )
        }
        return 0
    }

    /// Returns the earliest presentation time of the samples before the second sync sample.
    private static func earliest(of timed: TimedTrack, _ samples: Range<Int>) -> Int64 {
        var earliest = timed.presentationTime(of: samples.lowerBound)
        for sample in samples.dropFirst() {
            if timed.track.samples.isSync(sample) { break }
            earliest = min(earliest, timed.presentationTime(of: sample))
        }
        return earliest
    }

    /// Returns the end of the presentation of a track, in ticks: that of the sample that ends last, or of the
    /// edit list if that is earlier.
    ///
    /// Only the samples from the last sync sample on are compared, and those before it that may be presented
    /// later. Edit lists use the timescale of the movie, often milliseconds: an end that cuts off less than
    /// half of the last picture is taken for a rounding error.
    private static func end(of timed: TimedTrack, from lastSync: Int, _ last: Int) -> Int64 {
        var (end, length) = (Int64.min, Int64(0))
        for sample in max(0, min(lastSync, last - 1) - reorderingLimit)..<last {
            let duration = Int64(timed.track.samples.timing(of: sample).duration)
            let sampleEnd = timed.presentationTime(of: sample) + duration
            if sampleEnd > end { (end, length) = (sampleEnd, duration) }
        }
        guard let presentationEnd = presentationEnd(of: timed), presentationEnd < end else { return end }
        let isRounded =
            timed.track.content == .video && Int128(end) - Int128(presentationEnd) < Int128(length / 2)
        return isRounded ? end : presentationEnd
    }
}
