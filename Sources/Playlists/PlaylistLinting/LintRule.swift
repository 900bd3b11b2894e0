/// A rule of the linter.
package struct LintRule: Hashable, Sendable {
    /// The severity of a breach.
    package enum Severity: String, Hashable, Sendable, Codable {
        /// A MUST of RFC 8216bis, or a rule of Apple whose breach no player forgives.
        case error
        /// A SHOULD of RFC 8216bis, and the other rules of Apple's authoring specification.
        case warning
        /// A remark that is worth knowing.
        case note
    }

    /// The name by which scripts know the rule: lowercase letters and hyphens.
    package let id: String
    /// The severity of a breach.
    package let severity: Severity
    /// The source of the rule: `RFC 8216bis 4.4.4.4`, `Apple HLS authoring specification 8.6`.
    package let source: String
    /// The requirement in one line.
    package let summary: String
}
