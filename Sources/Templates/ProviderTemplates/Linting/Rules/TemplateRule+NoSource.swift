extension TemplateRule {
    static let noSource = TemplateRule(
        id: "no-source",
        severity: .note,
        summary: "the template does not name its source",
        key: nil
    ) { subject in
        guard subject.template.sources.isEmpty else { return [] }
        return [Hit("the template does not say where this form of key URI is documented. Add source.")]
    }
}
