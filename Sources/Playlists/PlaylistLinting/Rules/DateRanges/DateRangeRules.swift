import HLSPlaylists

/// Rules for a single `EXT-X-DATERANGE` (RFC 8216bis 4.4.5.1).
enum DateRangeRules {
    private static let endOnNext = LintRule.error(
        "date-range-end-on-next",
        LintSource.rfc("4.4.5.1"),
        "A range with END-ON-NEXT has a CLASS, and neither DURATION nor END-DATE"
    )
    private static let end = LintRule.error(
        "date-range-end",
        LintSource.rfc("4.4.5.1"),
        "END-DATE is not before START-DATE"
    )
    private static let duration = LintRule.error(
        "date-range-duration",
        LintSource.rfc("4.4.5.1"),
        "END-DATE is START-DATE plus DURATION"
    )
    private static let cue = LintRule.error(
        "date-range-cue",
        LintSource.rfc("4.4.5.1"),
        "CUE does not have both PRE and POST"
    )
    private static let dateTime = LintRule.error(
        "date-range-date-time",
        LintSource.rfc("4.4.5.1"),
        "A playlist with EXT-X-DATERANGE has an EXT-X-PROGRAM-DATE-TIME"
    )

    static let check = LintCheck(endOnNext, end, duration, cue, dateTime, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let lintedPlaylist = media.lintedPlaylist
        // The date of a delta update may be in the skipped part.
        if let line = lintedPlaylist.lineNumbers(.dateRange).first, !lintedPlaylist.has(.programDateTime),
            !lintedPlaylist.has(.skip),
            !media.playlist.segments.isEmpty
        {
            report.add(
                dateTime,
                in: lintedPlaylist.name,
                line: line,
                "The playlist has EXT-X-DATERANGE, but no EXT-X-PROGRAM-DATE-TIME"
            )
        }
        for range in media.playlist.dateRanges {
            checkEndOnNext(range, lintedPlaylist.name, &report)
            checkEnd(range, lintedPlaylist.name, &report)
            if range.cues.contains(.before), range.cues.contains(.after) {
                report.add(cue, in: lintedPlaylist.name, line: range.line, "CUE has both PRE and POST")
            }
        }
    }

    private static func checkEndOnNext(_ range: DateRange, _ name: String, _ report: inout LintReport) {
        guard range.endsOnNext else { return }
        if range.rangeClass == nil {
            report.add(
                endOnNext,
                in: name,
                line: range.line,
                "A range with END-ON-NEXT has no CLASS",
                measured: "no CLASS",
                allowed: "CLASS"
            )
        }
        for attribute in ["DURATION", "END-DATE"] where range.attributes.contains(attribute) {
            report.add(
                endOnNext,
                in: name,
                line: range.line,
                "A range has both END-ON-NEXT and \(attribute)",
                measured: attribute,
                allowed: "no \(attribute)"
            )
        }
    }

    private static func checkEnd(_ range: DateRange, _ name: String, _ report: inout LintReport) {
        guard let start = range.startDate, let endDate = range.endDate else { return }
        let length = endDate.sinceEpoch - start.sinceEpoch
        if length < .zero {
            report.add(
                end,
                in: name,
                line: range.line,
                "A range ends before it starts",
                measured: LintFormat.seconds(length),
                allowed: "at least 0 s"
            )
        } else if let writtenDuration = range.duration,
            writtenDuration.distance(to: length) > .milliseconds(1)
        {
            report.add(
                duration,
                in: name,
                line: range.line,
                "DURATION is not the time from START-DATE to END-DATE",
                measured: LintFormat.seconds(writtenDuration),
                allowed: LintFormat.seconds(length)
            )
        }
    }
}
