import HLSPlaylists

/// Rules for `EXT-X-PART` and `EXT-X-PART-INF` (RFC 8216bis 4.4.4.9 and 4.4.3.7).
enum PartRules {
    private static let information = LintRule.error(
        "part-inf-missing",
        LintSource.rfc("4.4.3.7"),
        "A playlist with EXT-X-PART has EXT-X-PART-INF"
    )
    private static let duration = LintRule.error(
        "part-duration",
        LintSource.rfc("4.4.3.7"),
        "A part is at most PART-TARGET long"
    )
    private static let short = LintRule.error(
        "part-duration-short",
        LintSource.rfc("4.4.4.9"),
        "A part is at least 85 % of PART-TARGET long, except the last of a segment, independent parts, gaps and parts before gaps"
    )
    private static let sum = LintRule.warning(
        "part-sum",
        LintSource.rfc("4.4.4.9"),
        "The parts of a segment together are as long as the segment, within half a second"
    )

    static let check = LintCheck(information, duration, short, sum, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let parts = media.playlist.parts
        if let line = media.lintedPlaylist.lineNumbers(.part).first,
            !media.lintedPlaylist.has(.partInformation)
        {
            report.add(
                information,
                in: media.name,
                line: line,
                "A playlist with EXT-X-PART has no EXT-X-PART-INF"
            )
        }
        for segment in media.playlist.segments where !segment.parts.isEmpty {
            checkParts(parts[segment.parts], of: segment, media, &report)
        }
        let trailingStart = media.playlist.segments.last?.parts.upperBound ?? 0
        checkParts(parts[trailingStart...], of: nil, media, &report)
    }

    /// Checks the parts of one segment; `segment` is nil for the parts at the end of the playlist.
    private static func checkParts(
        _ parts: ArraySlice<PartialSegment>,
        of segment: MediaSegment?,
        _ media: LintedMedia,
        _ report: inout LintReport
    ) {
        for (index, part) in zip(parts.indices, parts) {
            guard let target = media.playlist.partInformation?.partTarget else { continue }
            let next = index + 1 < parts.endIndex ? parts[index + 1] : nil
            let mayBeShort = part.hasGap || part.isIndependent || (next?.hasGap ?? true)
            check(part, target, mayBeShort: mayBeShort, media.name, &report)
        }
        let total = parts.reduce(Duration.zero) { $0 + $1.duration }
        guard let segment, !parts.isEmpty, segment.duration.distance(to: total) > .milliseconds(500) else {
            return
        }
        report.add(
            sum,
            in: media.name,
            line: segment.extinfLine,
            "The total duration of the parts differs from that of the segment",
            measured: LintFormat.seconds(total),
            allowed: LintFormat.seconds(segment.duration)
        )
    }

    private static func check(
        _ part: PartialSegment,
        _ target: Duration,
        mayBeShort: Bool,
        _ name: String,
        _ report: inout LintReport
    ) {
        if part.duration > target {
            report.add(
                duration,
                in: name,
                line: part.line,
                "A part is longer than PART-TARGET",
                measured: LintFormat.seconds(part.duration),
                allowed: "at most " + LintFormat.seconds(target)
            )
        } else if !mayBeShort, part.duration * 100 < target * 85 {
            report.add(
                short,
                in: name,
                line: part.line,
                "A part is much shorter than PART-TARGET",
                measured: LintFormat.seconds(part.duration),
                allowed: "at least " + LintFormat.seconds(target * 85 / 100)
            )
        }
    }
}
