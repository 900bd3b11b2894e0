package import PlaylistLinting

extension Finding {
    /// Creates a finding from one of the linter.
    package init(_ found: LintFinding) {
        self.init(
            Rule(rawValue: found.rule.id),
            found.message,
            playlist: found.playlist,
            line: found.line,
            severity: Severity(found.rule.severity),
            measured: found.measured,
            allowed: found.allowed,
            source: found.rule.source
        )
    }
}

extension Finding.Severity {
    fileprivate init(_ severity: LintRule.Severity) {
        self =
            switch severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
    }
}
