/// The linter.
package enum PlaylistLinter {
    /// Every rule once.
    package static var rules: [LintRule] { [] }

    /// What is wrong with a presentation, by playlist, line and rule.
    package static func findings(_ subject: LintSubject) -> [LintFinding] {
        []
    }
}
