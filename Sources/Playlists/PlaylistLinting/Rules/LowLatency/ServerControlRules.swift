import HLSPlaylists

/// Rules for `EXT-X-SERVER-CONTROL` (RFC 8216bis 4.4.3.8).
enum ServerControlRules {
    private static let holdBack = LintRule.error(
        "hold-back",
        LintSource.rfc("4.4.3.8"),
        "HOLD-BACK is at least three target durations"
    )
    private static let partHoldBack = LintRule.error(
        "part-hold-back",
        LintSource.rfc("4.4.3.8"),
        "PART-HOLD-BACK is at least twice PART-TARGET"
    )
    private static let shortPartHoldBack = LintRule.warning(
        "part-hold-back-short",
        LintSource.rfc("4.4.3.8"),
        "PART-HOLD-BACK is at least three times PART-TARGET"
    )
    private static let partHoldBackMissing = LintRule.error(
        "part-hold-back-missing",
        LintSource.rfc("4.4.3.8"),
        "A playlist with EXT-X-PART-INF has PART-HOLD-BACK"
    )
    private static let skipBoundary = LintRule.error(
        "skip-boundary",
        LintSource.rfc("4.4.3.8"),
        "CAN-SKIP-UNTIL is at least six target durations"
    )
    private static let skipDateRanges = LintRule.error(
        "skip-date-ranges",
        LintSource.rfc("4.4.3.8"),
        "CAN-SKIP-DATERANGES requires CAN-SKIP-UNTIL"
    )

    static let check = LintCheck(
        holdBack,
        partHoldBack,
        shortPartHoldBack,
        partHoldBackMissing,
        skipBoundary,
        skipDateRanges,
        body: .media(report)
    )

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let lintedPlaylist = media.lintedPlaylist
        let control = media.playlist.serverControl
        let target = media.playlist.partInformation?.partTarget
        if let partLine = lintedPlaylist.lineNumbers(.partInformation).first,
            control.map({ !$0.attributes.contains("PART-HOLD-BACK") }) ?? true
        {
            let line = control?.line ?? partLine
            report.add(
                partHoldBackMissing,
                in: lintedPlaylist.name,
                line: line,
                "A playlist with EXT-X-PART-INF has no PART-HOLD-BACK"
            )
        }
        guard let control else { return }
        checkMinimum(
            holdBack,
            control.holdBack,
            media.target * 3,
            "HOLD-BACK",
            control,
            lintedPlaylist.name,
            &report
        )
        checkMinimum(
            skipBoundary,
            control.canSkipUntil,
            media.target * 6,
            "CAN-SKIP-UNTIL",
            control,
            lintedPlaylist.name,
            &report
        )
        if control.canSkipDateRanges, !control.attributes.contains("CAN-SKIP-UNTIL") {
            report.add(
                skipDateRanges,
                in: lintedPlaylist.name,
                line: control.line,
                "CAN-SKIP-DATERANGES is given without CAN-SKIP-UNTIL"
            )
        }
        guard let target, let distance = control.partHoldBack else { return }
        let rule = distance < target * 2 ? partHoldBack : shortPartHoldBack
        let factor = distance < target * 2 ? 2 : 3
        checkMinimum(rule, distance, target * factor, "PART-HOLD-BACK", control, lintedPlaylist.name, &report)
    }

    private static func checkMinimum(
        _ rule: LintRule,
        _ value: Duration?,
        _ minimum: Duration,
        _ attribute: String,
        _ control: ServerControl,
        _ name: String,
        _ report: inout LintReport
    ) {
        guard let value, value < minimum else { return }
        report.add(
            rule,
            in: name,
            line: control.line,
            "\(attribute) is too short",
            measured: LintFormat.seconds(value),
            allowed: "at least " + LintFormat.seconds(minimum)
        )
    }
}
