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
