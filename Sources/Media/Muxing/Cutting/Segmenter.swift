package import Mezzanines

/// Cuts the tracks of a presentation into segments.
///
/// Boundaries are those of the video: sync samples near multiples of the target, the same in all renditions. Sound is cut at
/// the frames nearest to them. Without video, the first track of sound gives the boundaries.
package enum Segmenter {
    /// How tracks are cut.
    package struct Options: Hashable, Sendable {
        /// The wanted length of a segment, more than 0.
        package var target: MediaTime
        /// Whether video renditions whose sync samples differ are cut each on its own.
        package var allowsMisaligned: Bool

        /// Options from their parts.
        package init(target: MediaTime, allowsMisaligned: Bool = false) {
            self.target = target
            self.allowsMisaligned = allowsMisaligned
        }
    }

    /// What came of cutting.
    package struct Result: Sendable {
        /// The tracks, in the order in which they were given, all with as many segments unless their video is misaligned.
        ///
        /// Segments of a track that starts late or ends early are empty there; see `TrackSegments.withoutEmptyEnd`.
        package let tracks: [TrackSegments]
        /// When the segments of the presentation begin, 0 first; subtitles are cut there, too.
        package let boundaries: [MediaTime]
        /// The end of the presentation: of the longest track.
        package let end: MediaTime
        /// Whether a segment has pictures that need the one before: `EXT-X-INDEPENDENT-SEGMENTS` is not true then.
        package let hasOpenGOP: Bool
        /// What has to be said: open GOPs at boundaries, audio that is shorter than video, a frame rate that varies.
        package let warnings: [String]

        /// A result from its parts.
        package init(
            tracks: [TrackSegments],
            boundaries: [MediaTime],
            end: MediaTime,
            hasOpenGOP: Bool = false,
            warnings: [String]
        ) {
            self.tracks = tracks
            self.boundaries = boundaries
            self.end = end
            self.hasOpenGOP = hasOpenGOP
            self.warnings = warnings
        }
    }

    /// Cuts tracks.
    ///
    /// - Parameters:
    ///   - tracks: all video and audio of the presentation.
    ///   - options: how.
    /// - Returns: the segments of each.
    /// - Throws: `MezzanineError` for video whose sync samples do not line up, with the first difference; for a track without
    ///   samples, or that does not start with a sync sample.
    package static func cut(_ tracks: [TimedTrack], _ options: Options) throws(MezzanineError) -> Result {
        guard let path = tracks.first?.track.path else {
            throw .unsupported(
                path: "",
                what: "no video and no audio (expected some)",
                "Give an input that has some."
            )
        }
        guard options.target.ticks > 0 else {
            throw .unsupported(
                path: path,
                what: "segments of \(options.target.secondsText) (expected more than 0 s)",
                "Ask for longer ones."
            )
        }
        var times: [TrackTimes] = []
        for track in tracks { times.append(try TrackTimes(track)) }
        let plan = try BoundaryPlan(times, options)
        let cut = times.map { TrackCutter($0, boundaries: plan.boundaries(of: $0), end: plan.end).cut() }
        let findings = CuttingFindings(zip(times, cut), plan, target: options.target)
        return Result(
            tracks: cut,
            boundaries: plan.boundaries,
            end: plan.end,
            hasOpenGOP: findings.hasOpenGOP,
            warnings: findings.warnings
        )
    }
}

extension TrackSegments {
    /// The track without the empty segments at its end, where only others have media.
    ///
    /// A playlist of its own ends when its media end; what is multiplexed keeps them. Those at the start stay: periods of keys
    /// and the clear start count the time of a playlist, which has to be the same in all renditions.
    package var withoutEmptyEnd: TrackSegments {
        guard let last = segments.lastIndex(where: { !$0.samples.isEmpty }) else { return self }
        return TrackSegments(timed: timed, segments: Array(segments[...last]))
    }

    /// The track with each empty segment as a part of the one before it, and those at the start as a part of the first one with
    /// samples: the time of the playlist stays the same.
    var withoutEmptySegments: TrackSegments {
        var joined: [Segment] = []
        for segment in segments {
            guard let last = joined.last, last.samples.isEmpty || segment.samples.isEmpty else {
                joined.append(segment)
                continue
            }
            joined[joined.count - 1] = Segment(
                samples: last.samples.isEmpty ? segment.samples : last.samples,
                start: last.start,
                duration: segment.start + segment.duration - last.start
            )
        }
        return TrackSegments(timed: timed, segments: joined)
    }

    /// The track with a segment that begins behind each gap that, with those before it in a segment, is longer than a number of
    /// ticks.
    func startingBehindGaps(longerThan limit: UInt64) -> TrackSegments {
        guard let first = segments.first, let last = segments.last else { return self }
        let gaps = track.samples.gaps(
            in: first.samples.lowerBound..<last.samples.upperBound,
            of: track.format.codec
        )
        var left = gaps[...]
        var parts: [Segment] = []
        for segment in segments {
            var rest = segment
            var sum: UInt64 = 0
            while let gap = left.first, gap.next < segment.samples.upperBound {
                left.removeFirst()
                let place = gap.next
                guard place > rest.samples.lowerBound else { continue }
                sum &+= gap.length
                guard sum > limit else { continue }
                sum = 0
                // Within the segment, as a damaged track may have any times.
                let length = Int128(timed.presentationTime(of: place)) - Int128(rest.start)
                let duration = Int64(max(0, min(length, Int128(rest.duration))))
                parts.append(
                    Segment(
                        samples: rest.samples.lowerBound..<place,
                        start: rest.start,
                        duration: duration
                    )
                )
                rest = Segment(
                    samples: place..<rest.samples.upperBound,
                    start: rest.start + duration,
                    duration: rest.duration - duration
                )
            }
            parts.append(rest)
        }
        return TrackSegments(timed: timed, segments: parts)
    }
}
