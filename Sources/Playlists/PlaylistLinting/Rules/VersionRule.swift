import HLSPlaylists

/// The rule for `EXT-X-VERSION` (RFC 8216bis 4.4.1.2 and 8).
enum VersionRule {
    static let rule = LintRule.error(
        "version",
        LintSource.rfc("8"),
        "EXT-X-VERSION occurs at most once, and is at least the version that the tags and attributes require"
    )

    static let check = LintCheck(rule, body: .playlist(report))

    /// Checks the number only: the playlist parser reports a second tag.
    private static func report(_ text: LintedPlaylist, _ report: inout LintReport) {
        guard let need = VersionRequirement.greatest(of: text.tags), need.version > text.version else {
            return
        }
        report.add(
            rule,
            in: text.name,
            line: text.versionLine ?? need.line,
            "The version is too low for \(need.feature) on line \(need.line)",
            measured: text.versionLine == nil ? "no EXT-X-VERSION" : "EXT-X-VERSION \(text.version)",
            allowed: "at least \(need.version)"
        )
    }
}
