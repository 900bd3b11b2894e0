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

extension LintRule {
    /// Creates a rule that is a MUST.
    static func error(_ id: String, _ source: String, _ summary: String) -> LintRule {
        LintRule(id: id, severity: .error, source: source, summary: summary)
    }

    /// Creates a rule that is a SHOULD, or in Apple's authoring specification.
    static func warning(_ id: String, _ source: String, _ summary: String) -> LintRule {
        LintRule(id: id, severity: .warning, source: source, summary: summary)
    }

    /// Creates a rule of the lowest severity: a violation is worth knowing, but need not be mended.
    static func note(_ id: String, _ source: String, _ summary: String) -> LintRule {
        LintRule(id: id, severity: .note, source: source, summary: summary)
    }
}

/// The citations of sources.
enum LintSource {
    /// Returns the citation of a section of the RFC.
    static func rfc(_ section: String) -> String { "RFC 8216bis \(section)" }

    /// Returns the citation of a numbered rule of Apple's authoring specification (revision of 2025-06-26).
    static func apple(_ number: String) -> String { "Apple HLS authoring specification \(number)" }
}
