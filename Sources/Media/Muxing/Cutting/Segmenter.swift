package import Mezzanines

/// Cuts the tracks of a presentation into segments.
///
/// The video determines the boundaries: sync samples near multiples of the target duration, the same in all
/// renditions. Audio is cut at the frames nearest to them. Without video, the first audio track determines
/// the boundaries.
package enum Segmenter {
    /// Options for cutting.
    package struct Options: Hashable, Sendable {
        /// The target duration of segments, more than 0.
        var target: MediaTime
        /// Indicates whether video renditions with different sync samples are each cut on their own;
        /// otherwise they are an error.
        var allowsMisaligned: Bool

        package init(target: MediaTime, allowsMisaligned: Bool = false) {
            self.target = target
            self.allowsMisaligned = allowsMisaligned
        }
    }

    /// The result of cutting.
    package struct Result: Sendable {
        /// The tracks, in the given order, all with the same number of segments unless their video is
        /// misaligned.
        ///
        /// A track that starts late or ends early has empty segments there; see
        /// `TrackSegments.withoutEmptyEnd`.
        package let tracks: [TrackSegments]
        /// The starts of the segments of the presentation, beginning with 0; subtitles are cut at the same
        /// times.
        package let boundaries: [MediaTime]
        /// The end of the presentation: that of the longest track.
        package let end: MediaTime
        /// Indicates whether a segment has pictures that depend on the segment before; then
        /// `EXT-X-INDEPENDENT-SEGMENTS` is false.
        package let hasOpenGOP: Bool
        /// The warnings: open GOPs at boundaries, audio that is shorter than video, a variable frame rate and
        /// the like.
        package let warnings: [String]

        init(
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
    ///   - tracks: all video and audio tracks of the presentation.
    ///   - options: the target duration and whether misaligned video is allowed.
    /// - Returns: the segments of each track, and the boundaries of the presentation.
    /// - Throws: `MezzanineError` for video whose sync samples do not align, with the first difference; for a
    ///   track without samples, or that does not start with a sync sample.
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
                what: "segments of \(options.target.secondsDescription) (expected more than 0 s)",
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
    /// The track without the empty segments at its end, where only other tracks have media.
    ///
    /// A playlist of its own ends with its media; a multiplexed track keeps these segments. Empty segments at
    /// the start are kept: key periods and the clear lead are measured on the timeline of a playlist, which
    /// has to be the same in all renditions.
    package var withoutEmptyEnd: TrackSegments {
        guard let last = segments.lastIndex(where: { !$0.samples.isEmpty }) else { return self }
        return TrackSegments(timedTrack: timedTrack, segments: Array(segments[...last]))
    }

    /// The track with each empty segment joined to the one before it, and those at the start to the first one
    /// with samples.
    ///
    /// The duration of the playlist stays the same.
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
        return TrackSegments(timedTrack: timedTrack, segments: joined)
    }

    /// Returns the track with segments split after gaps, so that the gaps inside one segment add up to at
    /// most `limit` ticks.
    func splitAfterGaps(longerThan limit: UInt64) -> TrackSegments {
        guard let first = segments.first, let last = segments.last else { return self }
        let gaps = track.samples.gaps(
            in: first.samples.lowerBound..<last.samples.upperBound,
            of: track.format.codec
        )
        var remainingGaps = gaps[...]
        var parts: [Segment] = []
        for segment in segments {
            var remainder = segment
            var sum: UInt64 = 0
            while let gap = remainingGaps.first, gap.nextSample < segment.samples.upperBound {
                remainingGaps.removeFirst()
                let nextSample = gap.nextSample
                guard nextSample > remainder.samples.lowerBound else { continue }
                sum &+= gap.length
                guard sum > limit else { continue }
                sum = 0
                // Clamp to the segment, as the times of a damaged track are arbitrary.
                let length = Int128(timedTrack.presentationTime(of: nextSample)) - Int128(remainder.start)
                let duration = Int64(max(0, min(length, Int128(remainder.duration))))
                parts.append(
                    Segment(
                        samples: remainder.samples.lowerBound..<nextSample,
                        start: remainder.start,
                        duration: duration
                    )
                )
                remainder = Segment(
                    samples: nextSample..<remainder.samples.upperBound,
                    start: remainder.start + duration,
                    duration: remainder.duration - duration
                )
            }
            parts.append(remainder)
        }
        return TrackSegments(timedTrack: timedTrack, segments: parts)
    }
}
