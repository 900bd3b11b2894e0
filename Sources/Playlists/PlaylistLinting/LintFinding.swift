/// A place where a rule of the linter is broken.
package struct LintFinding: Hashable, Sendable {
    /// The rule.
    package let rule: LintRule
    /// The name of the playlist in its `LintSubject`.
    package let playlist: String
    /// The line, from 1; nil when it is about the whole playlist.
    package let line: Int?
    /// What is wrong, in words, without tokens of key URIs.
    package let message: String
    /// What was found, with its unit.
    package let measured: String?
    /// What the rule allows, with its unit.
    package let allowed: String?
}
