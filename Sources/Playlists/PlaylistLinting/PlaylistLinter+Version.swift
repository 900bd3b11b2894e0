import HLSPlaylists

extension PlaylistLinter {
    /// The lowest protocol versions that have all that playlists use (RFC 8216bis 8).
    ///
    /// - Parameter subject: the playlists.
    /// - Returns: the versions by the names of the playlists; 1 where nothing needs more.
    package static func neededVersions(_ subject: LintSubject) -> [String: Int] {
        var ignored = LintReport()
        let texts = LintedPresentation(subject, report: &ignored).texts
        let versions = texts.map { ($0.name, VersionNeed.greatest(of: $0.tags)?.version ?? 1) }
        return Dictionary(versions, uniquingKeysWith: max)
    }
}
