import HLSPlaylists

/// Rules that compare measured segments with the playlist.
enum MeasuredSegmentRules {
    private static let unreadable = LintRule.error(
        "media-unreadable",
        LintSource.rfc("4.1"),
        "The media that a playlist names can be read"
    )
    private static let duration = LintRule.warning(
        "measured-duration",
        LintSource.apple("8.1"),
        "EXTINF is the duration of the segment, within one frame"
    )
    private static let overTarget = LintRule.warning(
        "measured-duration-over-target",
        LintSource.apple("7.7"),
        "A segment is at most half a second longer than the target duration"
    )
    private static let keyFrame = LintRule.error(
        "segment-not-independent",
        LintSource.rfc("4.4.2.1"),
        "A segment begins with a key frame where EXT-X-INDEPENDENT-SEGMENTS says so"
    )

    static let check = LintCheck(unreadable, duration, overTarget, keyFrame, body: .presentation(report))

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        let areAllIndependent = presentation.multivariant?.playlist.hasIndependentSegments ?? false
        for media in presentation.media {
            guard let measurement = media.measurement else { continue }
            reportFailures(measurement, media, &report)
            let isIndependent = areAllIndependent || media.playlist.hasIndependentSegments
            for (segment, measured) in zip(media.playlist.segments, measurement.segments) {
                if isIndependent, measured.startsWithKeyFrame == false {
                    let message = "A segment does not begin with a key frame"
                    report.add(keyFrame, in: media.name, line: segment.uriLine, message)
                }
                guard let length = measured.duration else { continue }
                check(length, segment, media, measurement, &report)
            }
        }
    }

    private static func reportFailures(
        _ measurement: MediaMeasurement,
        _ media: LintedMedia,
        _ report: inout LintReport
    ) {
        let segments = media.playlist.segments
        for (index, failure) in measurement.failures.sorted(by: { $0.key < $1.key }) {
            let line = segments.indices.contains(index) ? segments[index].uriLine : nil
            report.add(unreadable, in: media.name, line: line, "A segment could not be read: \(failure)")
        }
    }

    private static func check(
        _ length: Duration,
        _ segment: MediaSegment,
        _ media: LintedMedia,
        _ measurement: MediaMeasurement,
        _ report: inout LintReport
    ) {
        // The duration of an I-frame ends at the next one, which is not in the segment.
        guard !media.playlist.isIFramesOnly, !media.isSubtitles else { return }
        if segment.duration.distance(to: length) > tolerance(measurement) {
            report.add(
                duration,
                in: media.name,
                line: segment.extinfLine,
                "EXTINF is not the duration of the segment",
                measured: LintFormat.seconds(length),
                allowed: LintFormat.seconds(segment.duration) + ", plus or minus "
                    + LintFormat.seconds(tolerance(measurement))
            )
        }
        let limit = media.target + .milliseconds(500)
        guard media.isTargetKnown, length > limit + .milliseconds(1) else { return }
        report.add(
            overTarget,
            in: media.name,
            line: segment.extinfLine,
            "A segment is longer than the target duration",
            measured: LintFormat.seconds(length),
            allowed: "at most " + LintFormat.seconds(limit)
        )
    }

    /// Returns the tolerance of durations.
    ///
    /// It is one picture, or the longest usual audio frame (2048 samples at 44.1 kHz), and a millisecond for
    /// rounding.
    private static func tolerance(_ measurement: MediaMeasurement) -> Duration {
        guard let frameRate = measurement.frameRate, frameRate >= 1 else { return .milliseconds(48) }
        return .microseconds(Int64(1_000_000 / frameRate) + 1001)
    }
}
