import KeyURITemplates

extension TemplateRule {
    static let noExample = TemplateRule(
        id: "no-example",
        severity: .note,
        summary: "there is no example",
        key: nil
    ) { subject in
        // Examples never contain secrets, so a template that requires one cannot have an example.
        let hasSecrets = subject.template.variables.contains { $0.rule.isSecret && $0.isRequired }
        guard subject.template.example.names.isEmpty, !hasSecrets else { return [] }
        return [Hit("there is no example: readers do not see what the URI looks like. Add example.")]
    }
}
