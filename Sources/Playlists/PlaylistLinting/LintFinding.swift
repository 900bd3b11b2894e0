/// A location at which a rule of the linter is broken.
package struct LintFinding: Hashable, Sendable {
    /// The broken rule.
    package let rule: LintRule
    /// The name of the playlist in its `LintInput`.
    package let playlist: String
    /// The line number, from 1, or nil if the finding is about the whole playlist.
    package let line: Int?
    /// The fault, without tokens of key URIs.
    package let message: String
    /// The value that was found, with its unit, or nil if the finding is not about a value.
    package let measured: String?
    /// The value that the rule allows, with its unit, or nil if the finding has none.
    package let allowed: String?
}
