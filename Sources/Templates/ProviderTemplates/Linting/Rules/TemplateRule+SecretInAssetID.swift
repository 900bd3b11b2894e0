import KeyURITemplates

extension TemplateRule {
    static let secretInAssetID = TemplateRule(
        id: "secret-in-asset-id",
        severity: .error,
        summary: "an asset id contains a secret, and key records would contain it, too",
        key: .assetID
    ) { subject in
        let template = subject.template
        guard let uri = try? subject.plainSamples.first?.uri.get(), uri.hasSecrets else { return [] }
        let rules = (template.assetIDRules ?? []).filter { rule in
            rule.assetIDs(inKeyURI: uri.text).map(\.bytes)
                != rule.assetIDs(inKeyURI: uri.redacted).map(\.bytes)
        }
        return rules.map {
            Hit(
                "with the rule \($0.name), the asset id contains a secret, and so does the key record. Use a rule that leaves it out.",
                template.isTestOnly ? .note : .error
            )
        }
    }
}
