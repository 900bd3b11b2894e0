import HLSPlaylists

/// Rules for what the media playlists of a presentation must have in common (RFC 8216bis 6.2.4).
enum AlignmentRules {
    private static let target = LintRule.warning(
        "target-duration-differs",
        LintSource.apple("8.2"),
        "The playlists of variants and their audio have the same target duration"
    )
    private static let discontinuity = LintRule.warning(
        "discontinuity-alignment",
        LintSource.apple("8.13"),
        "All playlists have their discontinuities at the same times, within half a second"
    )
    private static let dateTime = LintRule.warning(
        "date-time-missing",
        LintSource.rfc("6.2.4"),
        "All playlists have EXT-X-PROGRAM-DATE-TIME, or none"
    )
    private static let duration = LintRule.warning(
        "duration-differs",
        LintSource.rfc("6.2.4"),
        "Complete playlists have the same duration, within one target duration"
    )
    private static let type = LintRule.warning(
        "playlist-type-differs",
        LintSource.rfc("6.2.4"),
        "All playlists of a presentation are complete, or none"
    )

    static let check = LintCheck(target, discontinuity, dateTime, duration, type, body: .presentation(report))

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        let media = presentation.media.filter { !$0.text.has(.skip) }
        let main = media.filter { !$0.playlist.isIFramesOnly && !$0.isSubtitles }
        for other in main where other.playlist.targetDuration != main[0].playlist.targetDuration {
            guard other.isTargetKnown, main[0].isTargetKnown else { continue }
            report.add(
                target,
                in: other.name,
                line: other.text.lineNumbers(.targetDuration).first,
                "The target duration is not that of \(main[0].name)",
                measured: LintFormat.seconds(other.target),
                allowed: LintFormat.seconds(main[0].target)
            )
        }
        checkDates(media, &report)
        guard let first = main.first(where: { !$0.playlist.segments.isEmpty }) else { return }
        for other in media where other.name != first.name && !other.playlist.segments.isEmpty {
            checkEnds(other, beside: first, &report)
            guard other.playlist.hasEndList, first.playlist.hasEndList else { continue }
            checkDiscontinuities(other, beside: first, &report)
        }
    }

    private static func checkDates(_ media: [LintedMedia], _ report: inout LintReport) {
        guard let dated = media.first(where: { $0.text.has(.programDateTime) }) else { return }
        for other in media where !other.text.has(.programDateTime) && !other.playlist.isIFramesOnly {
            let message = "The playlist has no dates, but \(dated.name) has some"
            report.add(dateTime, in: other.name, line: nil, message)
        }
    }

    private static func checkEnds(
        _ other: LintedMedia,
        beside first: LintedMedia,
        _ report: inout LintReport
    ) {
        guard other.playlist.hasEndList == first.playlist.hasEndList else {
            report.add(
                type,
                in: other.name,
                line: nil,
                "Only one of this playlist and \(first.name) has ended",
                measured: other.playlist.hasEndList ? "EXT-X-ENDLIST" : "no EXT-X-ENDLIST",
                allowed: first.playlist.hasEndList ? "EXT-X-ENDLIST" : "no EXT-X-ENDLIST"
            )
            return
        }
        let tolerance = max(first.target, other.target, .seconds(1))
        guard other.playlist.hasEndList, other.duration.distance(to: first.duration) > tolerance else {
            return
        }
        report.add(
            duration,
            in: other.name,
            line: nil,
            "The duration of the playlist differs from that of \(first.name)",
            measured: LintFormat.seconds(other.duration),
            allowed: LintFormat.seconds(first.duration)
        )
    }

    private static func checkDiscontinuities(
        _ other: LintedMedia,
        beside first: LintedMedia,
        _ report: inout LintReport
    ) {
        let expected = first.playlist.segments.filter(\.hasDiscontinuity)
        let found = other.playlist.segments.filter(\.hasDiscontinuity)
        guard expected.count == found.count else {
            report.add(
                discontinuity,
                in: other.name,
                line: nil,
                "The playlist does not have the same number of discontinuities as \(first.name)",
                measured: "\(found.count)",
                allowed: "\(expected.count)"
            )
            return
        }
        for (expected, found) in zip(expected, found)
        where expected.start.distance(to: found.start) > .milliseconds(500) {
            report.add(
                discontinuity,
                in: other.name,
                line: found.firstLine,
                "A discontinuity is at a different time in \(first.name)",
                measured: LintFormat.seconds(found.start),
                allowed: LintFormat.seconds(expected.start)
            )
        }
    }
}
