import Mezzanines
import TextFormats

/// The findings about tracks that were cut: warnings, and whether segments are independent.
struct CuttingFindings {
    /// Indicates whether a segment has pictures that depend on the segment before.
    private(set) var hasOpenGOP = false
    /// The warnings, one sentence each.
    private(set) var warnings: [String] = []

    /// The largest difference of starts and ends that is not reported: half a second.
    private static let tolerance = MediaTime(ticks: 1, timescale: 2)

    /// Examines tracks.
    ///
    /// - Parameters:
    ///   - tracks: the tracks with their segments.
    ///   - plan: the boundaries that they were cut at.
    ///   - target: the target duration.
    init(_ tracks: some Sequence<(TrackTimes, TrackSegments)>, _ plan: BoundaryPlan, target: MediaTime) {
        if !plan.misaligned.isEmpty {
            warnings.append(
                "key frames of the video renditions do not line up: each rendition is cut on its own, "
                    + "and playback may be interrupted when players switch between them"
            )
        }
        for (times, cut) in tracks {
            findOpenGOPs(times, cut)
            if times.timedTrack.track.content == .video { findLongSegments(times, cut, target) }
            findTiming(times)
            findEnds(times, plan)
        }
    }

    private mutating func findOpenGOPs(_ times: TrackTimes, _ cut: TrackSegments) {
        guard !times.index.isAllSync else { return }
        let first = times.samples.lowerBound
        if times.start < times.time(of: first) {
            addWarning(
                times,
                "pictures that are shown before the first key frame at \(times.mediaTime(of: first).secondsDescription) depend on "
                    + "pictures that are missing (open GOP); players skip them"
            )
        }
        let open = cut.segments.filter { segment in
            !segment.samples.isEmpty && segment.samples.lowerBound > first
                && segment.start < times.time(of: segment.samples.lowerBound)
        }
        guard let boundary = open.first else { return }
        hasOpenGOP = true
        addWarning(
            times,
            "open GOP at \(times.mediaTime(of: boundary.samples.lowerBound).secondsDescription)"
                + (open.count > 1 ? " and at \(open.count - 1) more of the boundaries" : "")
                + ": pictures that follow the key frame in the stream and are shown before it depend on the previous segment; "
                + "segments are not independent"
        )
    }

    private mutating func findLongSegments(_ times: TrackTimes, _ cut: TrackSegments, _ target: MediaTime) {
        guard let longest = cut.segments.max(by: { $0.duration < $1.duration }) else { return }
        let length = MediaTime(ticks: longest.duration, timescale: times.timescale)
        // From here on a segment rounds to more than the target duration does: half a second above its
        // rounded value.
        let allowed = MediaTime(ticks: 2 * max(1, target.ticks(of: 1)) + 1, timescale: 2)
        guard !(length < allowed) else { return }
        addWarning(
            times,
            "key frames are too rare for the target duration: the segment at "
                + "\(MediaTime(ticks: longest.start, timescale: times.timescale).secondsDescription) is \(length.secondsDescription) long "
                + "(target \(target.secondsDescription))"
        )
    }

    private mutating func findTiming(_ times: TrackTimes) {
        let timing = SampleRegularity(times)
        if times.timedTrack.track.content == .video, timing.varies {
            addWarning(
                times,
                "the frame rate varies (frames of \(timing.shortest) to \(timing.longest) ticks of "
                    + "1/\(times.timescale) s); durations follow the presentation times"
            )
        }
        if let gap = timing.firstGap {
            addWarning(
                times,
                "there are no samples from \(gap.begin.secondsDescription) to \(gap.end.secondsDescription) (a gap)"
                    + (timing.gapCount > 1 ? ", and \(CountText.text(timing.gapCount - 1, "more gap"))" : "")
            )
        }
    }

    private mutating func findEnds(_ times: TrackTimes, _ plan: BoundaryPlan) {
        let start = MediaTime(ticks: times.start, timescale: times.timescale)
        if Self.tolerance < start {
            addWarning(times, "starts at \(start.secondsDescription), after the start of the presentation")
        }
        let end = times.mediaEnd
        if let missing = plan.videoEnd.minus(end), Self.tolerance < missing {
            addWarning(
                times,
                "ends at \(end.secondsDescription), \(missing.secondsDescription) before the video (\(plan.videoEnd.secondsDescription))"
            )
        } else if let more = end.minus(plan.videoEnd), Self.tolerance < more {
            addWarning(
                times,
                "continues until \(end.secondsDescription), \(more.secondsDescription) after the video (\(plan.videoEnd.secondsDescription))"
            )
        }
    }

    private mutating func addWarning(_ times: TrackTimes, _ what: String) {
        let track = times.timedTrack.track
        warnings.append("\(track.path): \(track.content) of track \(track.identifier): \(what)")
    }
}

extension MediaTime {
    /// Returns the time since `other` in milliseconds, or nil if `other` is not earlier.
    func minus(_ other: MediaTime) -> MediaTime? {
        guard other < self else { return nil }
        let difference = ticks(of: 1000).subtractingReportingOverflow(other.ticks(of: 1000)).partialValue
        return MediaTime(ticks: difference, timescale: 1000)
    }
}

/// The regularity of the samples of a track: frame durations and gaps.
struct SampleRegularity {
    /// The duration of the shortest sample except the last, in ticks.
    private(set) var shortest = UInt32.max
    /// The duration of the longest sample except the last, in ticks.
    private(set) var longest: UInt32 = 0
    /// The first gap between two samples, or nil if there is none.
    private(set) var firstGap: (begin: MediaTime, end: MediaTime)?
    private(set) var gapCount = 0

    /// Indicates whether durations differ by more than rounding: by more than a tick and more than a tenth.
    var varies: Bool {
        shortest < longest && longest - shortest > 1 && UInt64(longest) * 10 > UInt64(shortest) * 11
    }

    init(_ times: TrackTimes) {
        let index = times.timedTrack.track.samples
        for number in 0..<index.timingRunCount {
            let run = index.timingRun(number)
            let samples = run.samples.clamped(to: times.samples)
            // The last sample often has an adjusted duration.
            guard !samples.isEmpty, samples.lowerBound < times.samples.upperBound - 1 else { continue }
            shortest = min(shortest, run.duration)
            longest = max(longest, run.duration)
        }
        let gaps = index.gaps(in: times.samples, of: times.timedTrack.track.format.codec)
        gapCount = gaps.count
        let shift = Int128(times.timedTrack.track.presentationShift) - Int128(times.timedTrack.origin)
        let time = { (decodeTime: UInt64) in
            MediaTime(ticks: Int64(clamping: Int128(decodeTime) + shift), timescale: times.timescale)
        }
        firstGap = gaps.first.map { (time($0.begin), time($0.begin &+ $0.length)) }
    }
}
