import KeyURITemplates

extension TemplateRule {
    static let severalURIs = TemplateRule(
        id: "key-has-several-uris",
        severity: .note,
        summary: "the URI depends on a variable that is not a property of the key",
        key: .keyURI
    ) { subject in
        let used = subject.template.usedNames
        let required = subject.template.variables.filter { $0.isRequired && !$0.rule.isSecret }.map(
            \.name
        )
        return (required + ["entitlement_url"]).filter(used.contains).map {
            Hit(
                "one key gets a different URI for each value of \($0), and players fetch it again. Give the same value for the whole title."
            )
        }
    }
}
