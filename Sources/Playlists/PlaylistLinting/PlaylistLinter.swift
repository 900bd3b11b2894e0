package import HLSPlaylists

/// A linter that checks the text of playlists and, if measurements are given, their media.
package enum PlaylistLinter {
    /// All rules, each once, in the order of the table of checks.
    package static let rules: [LintRule] = LintCheck.all.flatMap(\.rules)

    /// Returns the breaches of rules in a presentation.
    ///
    /// The work is linear in the lines. A rule that is broken more than `LintReport.maximumFindings` times in
    /// a playlist has one more finding, which counts the rest.
    ///
    /// - Parameter input: the playlists, and measurements of their media.
    /// - Returns: the findings, sorted by playlist (the multivariant one first), line and rule.
    package static func findings(_ input: LintInput) -> [LintFinding] {
        var report = LintReport()
        let presentation = LintedPresentation(input, report: &report)
        for check in LintCheck.all {
            check.run(presentation, &report)
        }
        return report.findings(order: presentation.names)
    }

    /// Returns the finding for a playlist that could not be parsed at all, which no `LintInput` can hold.
    ///
    /// - Parameters:
    ///   - error: the error of parsing the document.
    ///   - playlist: the name of the playlist.
    /// - Returns: the finding, or nil for errors of edits.
    package static func finding(_ error: PlaylistError, playlist: String) -> LintFinding? {
        guard let rule = ProblemRules.rule(for: error.problem, tag: nil) else { return nil }
        return ProblemRules.finding(error, rule: rule, playlist: playlist)
    }
}

extension PlaylistLinter {
    /// Returns the lowest protocol versions that have everything that playlists use (RFC 8216bis 8).
    ///
    /// - Parameter input: the playlists.
    /// - Returns: the versions by the names of the playlists; 1 if nothing needs more.
    package static func neededVersions(_ input: LintInput) -> [String: Int] {
        var ignored = LintReport()
        let playlists = LintedPresentation(input, report: &ignored).playlists
        let versions = playlists.map { ($0.name, VersionRequirement.greatest(of: $0.tags)?.version ?? 1) }
        return Dictionary(versions, uniquingKeysWith: max)
    }
}
