extension TemplateRule {
    static let noSource = TemplateRule(
        id: "no-source",
        severity: .note,
        summary: "nobody knows where the form comes from",
        key: nil
    ) { subject in
        guard subject.template.sources.isEmpty else { return [] }
        return [Hit("it does not say where the form is documented. Add source.")]
    }
}
