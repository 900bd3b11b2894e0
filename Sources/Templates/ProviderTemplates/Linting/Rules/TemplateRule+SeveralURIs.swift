import KeyURITemplates

extension TemplateRule {
    static let severalURIs = TemplateRule(
        id: "key-has-several-uris",
        severity: .note,
        summary: "the URI depends on a variable that is not of the key",
        key: .keyURI
    ) { subject in
        let used = subject.template.usedNames
        let own = subject.template.variables.filter { $0.isRequired && !$0.rule.isSecret }.map(\.name)
        return (own + ["entitlement_url"]).filter(used.contains).map {
            Hit(
                "one key gets another URI with another \($0), and players fetch it again. Give the same value for all of a title."
            )
        }
    }
}
