import KeyURITemplates

extension TemplateRule {
    static let noAssetID = TemplateRule(
        id: "asset-id-missing",
        severity: .error,
        summary: "a rule of asset_id finds no asset id in the URI",
        key: .assetID
    ) { subject in
        guard let uri = subject.plainSamples.first?.text else { return [] }
        let rules = subject.template.assetIDRules ?? []
        let failingRules = rules.filter { rule in
            switch rule {
            // Rules "as written" are not checked.
            case .hostAsWritten, .queryAsWritten: false
            default: rule.assetIDs(inKeyURI: uri).isEmpty
            }
        }
        let severity: TemplateFinding.Severity = failingRules.count == rules.count ? .error : .warning
        return failingRules.map {
            Hit(
                "apps that use the rule \($0.name) find no asset id in the URI (expected 2 to 200 bytes). Correct the URI or the rule.",
                severity
            )
        }
    }
}
