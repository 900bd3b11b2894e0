extension LintRule {
    /// A MUST.
    static func error(_ id: String, _ source: String, _ summary: String) -> LintRule {
        LintRule(id: id, severity: .error, source: source, summary: summary)
    }

    /// A SHOULD, or a rule of Apple's authoring specification.
    static func warning(_ id: String, _ source: String, _ summary: String) -> LintRule {
        LintRule(id: id, severity: .warning, source: source, summary: summary)
    }

    /// Worth knowing.
    static func note(_ id: String, _ source: String, _ summary: String) -> LintRule {
        LintRule(id: id, severity: .note, source: source, summary: summary)
    }
}

/// How sources are cited.
enum LintSource {
    /// A section of the RFC.
    static func rfc(_ section: String) -> String { "RFC 8216bis \(section)" }

    /// A numbered rule of Apple's authoring specification (revision of 2025-06-26).
    static func apple(_ number: String) -> String { "Apple HLS authoring specification \(number)" }
}
