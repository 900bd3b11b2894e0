package import HLSPlaylists

/// Tells what is wrong with playlists as far as their text shows, and with measurements, their media.
package enum PlaylistLinter {
    /// Every rule, once, in the order of the table of checks.
    package static let rules: [LintRule] = LintCheck.all.flatMap(\.rules)

    /// What a presentation breaks.
    ///
    /// The work is linear in the lines. A rule that is broken more than `LintReport.maximumFindings` times in a
    /// playlist has one more finding, which counts the rest.
    ///
    /// - Parameter subject: the playlists, and what is known of their media.
    /// - Returns: the findings by playlist (the multivariant one first), line and rule.
    package static func findings(_ subject: LintSubject) -> [LintFinding] {
        var report = LintReport()
        let presentation = LintedPresentation(subject, report: &report)
        for check in LintCheck.all {
            check.run(presentation, &report)
        }
        return report.findings(order: presentation.names)
    }

    /// The finding for a playlist that could not be read at all, which no `LintSubject` can hold.
    ///
    /// - Parameters:
    ///   - error: what reading the document threw.
    ///   - playlist: the name of the playlist.
    /// - Returns: the finding; nil for errors of edits.
    package static func finding(_ error: PlaylistError, playlist: String) -> LintFinding? {
        guard let rule = ProblemRules.rule(for: error.problem, tag: nil) else { return nil }
        return ProblemRules.finding(error, rule: rule, playlist: playlist)
    }
}
