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
    private static func report(_ playlist: LintedPlaylist, _ report: inout LintReport) {
        guard let requirement = VersionRequirement.greatest(of: playlist.tags),
            requirement.version > playlist.version
        else {
            return
        }
        report.add(
            rule,
            in: playlist.name,
            line: playlist.versionLine ?? requirement.line,
            "The version is too low for \(requirement.feature) on line \(requirement.line)",
            measured: playlist.versionLine == nil ? "no EXT-X-VERSION" : "EXT-X-VERSION \(playlist.version)",
            allowed: "at least \(requirement.version)"
        )
    }
}
