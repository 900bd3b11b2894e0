package import TextFormats

/// A finding of the template linter.
package struct TemplateFinding: Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, CaseIterable, Sendable {
        /// Keys cannot be created with the template, are not found, or are disclosed.
        case error
        /// The template fails for some apps or some titles.
        case warning
        /// A hint without a failure.
        case note
    }

    /// The id of the rule.
    package let rule: String
    /// The severity of this finding.
    package let severity: Severity
    /// The location in the template's file, or nil for the template as a whole.
    package let location: TextLocation?
    /// The problem and the remedy, without secrets.
    package let message: String

    /// Creates a finding from its parts.
    package init(rule: String, severity: Severity, at location: TextLocation? = nil, message: String) {
        self.rule = rule
        self.severity = severity
        self.location = location
        self.message = message
    }
}
