/// A rule of the linter.
package struct LintRule: Hashable, Sendable {
    /// How much it matters when a rule is broken.
    package enum Severity: String, Hashable, Sendable, Codable {
        /// A MUST of RFC 8216bis, or one of Apple's rules that no player forgives.
        case error
        /// A SHOULD of RFC 8216bis, and the other rules of Apple's authoring specification.
        case warning
        /// Worth knowing.
        case note
    }

    /// Its name, by which scripts know it: lower case and hyphens.
    package let id: String
    /// How much it matters.
    package let severity: Severity
    /// Where it is written: `RFC 8216bis 4.4.4.4`, `Apple HLS authoring specification 8.6`.
    package let source: String
    /// What it demands, in one line.
    package let summary: String
}
