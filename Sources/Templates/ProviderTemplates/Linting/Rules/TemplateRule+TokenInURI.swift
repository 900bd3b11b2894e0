import KeyURITemplates

extension TemplateRule {
    static let tokenInURI = TemplateRule(
        id: "token-in-uri",
        severity: .error,
        summary: "the URI contains a secret",
        key: .keyURI
    ) { subject in
        let template = subject.template
        let used = template.usedNames
        let secrets = template.variables.filter { $0.rule.isSecret && used.contains($0.name) }.map(\.name)
        let severity: TemplateFinding.Severity = template.isTestOnly ? .note : .error
        if let secret = secrets.first {
            return [
                Hit(
                    "the playlist shows the secret \(secret) to everybody. Let the app add it, or say test_only: yes.",
                    severity
                )
            ]
        }
        let parameters = subject.plainSamples.first?.text.map { URIParts($0).queryNames } ?? []
        return parameters.filter { $0.lowercased().contains("token") }.map {
            Hit(
                "the parameter \($0) looks like a token, which anyone can read in the playlist. Let the app add it; else declare its variable with secret: yes, and test_only: yes.",
                template.isTestOnly ? .note : .warning
            )
        }
    }
}
