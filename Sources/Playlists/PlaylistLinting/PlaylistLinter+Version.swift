import HLSPlaylists

extension PlaylistLinter {
    /// Returns the lowest protocol versions that have everything that playlists use (RFC 8216bis 8).
    ///
    /// - Parameter subject: the playlists.
    /// - Returns: the versions by the names of the playlists; 1 if nothing needs more.
    package static func neededVersions(_ subject: LintInput) -> [String: Int] {
        var ignored = LintReport()
        let texts = LintedPresentation(subject, report: &ignored).texts
        let versions = texts.map { ($0.name, VersionRequirement.greatest(of: $0.tags)?.version ?? 1) }
        return Dictionary(versions, uniquingKeysWith: max)
    }
}
