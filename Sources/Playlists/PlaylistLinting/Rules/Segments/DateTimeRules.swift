import HLSPlaylists

/// Rules for `EXT-X-PROGRAM-DATE-TIME` (RFC 8216bis 4.4.4.6).
enum DateTimeRules {
    private static let zone = LintRule.warning(
        "date-time-zone",
        LintSource.rfc("4.4.4.6"),
        "EXT-X-PROGRAM-DATE-TIME has a time zone"
    )
    private static let order = LintRule.warning(
        "date-time-order",
        LintSource.rfc("4.4.4.6"),
        "Dates increase from segment to segment"
    )
    private static let drift = LintRule.warning(
        "date-time-drift",
        LintSource.rfc("4.4.4.6"),
        "Between discontinuities, dates advance as the durations do, within half a second"
    )
    static let check = LintCheck(zone, order, drift, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        var previous: (date: DateTime, start: Duration)?
        var isCut = false
        for segment in media.playlist.segments {
            isCut = isCut || segment.hasDiscontinuity
            guard let date = segment.programDateTime else { continue }
            if date.value.offset == nil {
                report.add(zone, in: media.name, line: date.line, "A date has no time zone")
            }
            if let previous {
                let location = Location(media: media, line: date.line, isCut: isCut)
                compare(date.value, segment.start - previous.start, previous.date, location, &report)
            }
            previous = (date.value, segment.start)
            isCut = false
        }
    }

    /// The location of a date.
    private struct Location {
        let media: LintedMedia
        let line: Int
        /// Indicates whether a discontinuity is between the previous date and this one.
        let isCut: Bool
    }

    private static func compare(
        _ date: DateTime,
        _ playedDuration: Duration,
        _ previous: DateTime,
        _ location: Location,
        _ report: inout LintReport
    ) {
        let elapsed = date.sinceEpoch - previous.sinceEpoch
        if elapsed < .zero {
            report.add(
                order,
                in: location.media.name,
                line: location.line,
                "A date is earlier than the previous one",
                measured: LintFormat.seconds(elapsed),
                allowed: "at least 0 s"
            )
        } else if !location.isCut, elapsed.distance(to: playedDuration) > .milliseconds(500) {
            report.add(
                drift,
                in: location.media.name,
                line: location.line,
                "The dates and the durations do not agree",
                measured: LintFormat.seconds(elapsed) + " by dates",
                allowed: LintFormat.seconds(playedDuration) + " by durations"
            )
        }
    }
}
