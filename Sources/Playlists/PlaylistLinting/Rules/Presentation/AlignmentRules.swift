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
        let media = presentation.media.filter { !$0.lintedPlaylist.has(.skip) }
        let mainMedia = media.filter { !$0.playlist.isIFramesOnly && !$0.isSubtitles }
        for otherMedia in mainMedia
        where otherMedia.playlist.targetDuration != mainMedia[0].playlist.targetDuration {
            guard otherMedia.isTargetKnown, mainMedia[0].isTargetKnown else { continue }
            report.add(
                target,
                in: otherMedia.name,
                line: otherMedia.lintedPlaylist.lineNumbers(.targetDuration).first,
                "The target duration is not that of \(mainMedia[0].name)",
                measured: LintFormat.seconds(otherMedia.target),
                allowed: LintFormat.seconds(mainMedia[0].target)
            )
        }
        checkDates(media, &report)
        guard let firstMedia = mainMedia.first(where: { !$0.playlist.segments.isEmpty }) else { return }
        for otherMedia in media
        where otherMedia.name != firstMedia.name && !otherMedia.playlist.segments.isEmpty {
            checkEnds(otherMedia, beside: firstMedia, &report)
            guard otherMedia.playlist.hasEndList, firstMedia.playlist.hasEndList else { continue }
            checkDiscontinuities(otherMedia, beside: firstMedia, &report)
        }
    }

    private static func checkDates(_ media: [LintedMedia], _ report: inout LintReport) {
        guard let datedMedia = media.first(where: { $0.lintedPlaylist.has(.programDateTime) }) else { return }
        for otherMedia in media
        where !otherMedia.lintedPlaylist.has(.programDateTime) && !otherMedia.playlist.isIFramesOnly {
            let message = "The playlist has no dates, but \(datedMedia.name) has some"
            report.add(dateTime, in: otherMedia.name, line: nil, message)
        }
    }

    private static func checkEnds(
        _ otherMedia: LintedMedia,
        beside firstMedia: LintedMedia,
        _ report: inout LintReport
    ) {
        guard otherMedia.playlist.hasEndList == firstMedia.playlist.hasEndList else {
            report.add(
                type,
                in: otherMedia.name,
                line: nil,
                "Only one of this playlist and \(firstMedia.name) has ended",
                measured: otherMedia.playlist.hasEndList ? "EXT-X-ENDLIST" : "no EXT-X-ENDLIST",
                allowed: firstMedia.playlist.hasEndList ? "EXT-X-ENDLIST" : "no EXT-X-ENDLIST"
            )
            return
        }
        let tolerance = max(firstMedia.target, otherMedia.target, .seconds(1))
        guard otherMedia.playlist.hasEndList,
            otherMedia.duration.distance(to: firstMedia.duration) > tolerance
        else {
            return
        }
        report.add(
            duration,
            in: otherMedia.name,
            line: nil,
            "The duration of the playlist differs from that of \(firstMedia.name)",
            measured: LintFormat.seconds(otherMedia.duration),
            allowed: LintFormat.seconds(firstMedia.duration)
        )
    }

    private static func checkDiscontinuities(
        _ otherMedia: LintedMedia,
        beside firstMedia: LintedMedia,
        _ report: inout LintReport
    ) {
        let expected = firstMedia.playlist.segments.filter(\.hasDiscontinuity)
        let found = otherMedia.playlist.segments.filter(\.hasDiscontinuity)
        guard expected.count == found.count else {
            report.add(
                discontinuity,
                in: otherMedia.name,
                line: nil,
                "The playlist does not have the same number of discontinuities as \(firstMedia.name)",
                measured: "\(found.count)",
                allowed: "\(expected.count)"
            )
            return
        }
        for (expected, found) in zip(expected, found)
        where expected.start.distance(to: found.start) > .milliseconds(500) {
            report.add(
                discontinuity,
                in: otherMedia.name,
                line: found.firstLine,
                "A discontinuity is at a different time in \(firstMedia.name)",
                measured: LintFormat.seconds(found.start),
                allowed: LintFormat.seconds(expected.start)
            )
        }
    }
}
