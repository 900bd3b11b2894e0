package import TextFormats

/// Something that a template's author should know.
package struct TemplateFinding: Hashable, Sendable {
    /// How bad it is.
    package enum Severity: String, CaseIterable, Sendable {
        /// The template is wrong: keys cannot be made with it, are not found, or are given away.
        case error
        /// It fails for some apps or some titles.
        case warning
        /// Good to know.
        case note
    }

    /// The id of the rule.
    package let rule: String
    /// How bad it is.
    package let severity: Severity
    /// The place in the template's file; nil for the template as a whole.
    package let place: TextPlace?
    /// What was found and what to do; no secret.
    package let message: String

    /// A finding from its parts.
    package init(rule: String, severity: Severity, at place: TextPlace? = nil, message: String) {
        self.rule = rule
        self.severity = severity
        self.place = place
        self.message = message
    }
}
