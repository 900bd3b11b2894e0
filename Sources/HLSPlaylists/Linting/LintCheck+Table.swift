/// The table of all checks: a new rule is a file in `Rules` and a line here.
extension LintCheck {
    /// Every check, in the order of `PlaylistLinter.rules`.
    static let all: [LintCheck] = [
        // What could not be read
        ProblemRules.check
    ]

    /// The bodies of the checks that look at lines.
    static let ofLines: [@Sendable (LintedLine, inout LintReport) -> Void] = all.compactMap { check in
        guard case .line(let body) = check.body else { return nil }
        return body
    }
}
