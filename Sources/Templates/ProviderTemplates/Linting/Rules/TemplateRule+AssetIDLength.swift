import KeyURITemplates

extension TemplateRule {
    static let assetIDLength = TemplateRule(
        id: "asset-id-length",
        severity: .note,
        summary: "long content ids give asset ids of more than 200 bytes",
        key: .assetID
    ) { subject in
        let rules = subject.template.assetIDRules ?? []
        return rules.compactMap { rule in
            func isServed(_ contentID: String) -> Bool {
                subject.uri(of: contentID).map { !rule.assetIDs(inKeyURI: $0).isEmpty } ?? false
            }
            guard isServed(TemplateSample.Title.plain.contentID) else { return nil }
            let lengths = (2...200).reversed()
            guard !isServed(TemplateSample.Title.long.contentID) else {
                guard !isServed(TemplateSample.Title.longNonASCII.contentID) else { return nil }
                return Hit(
                    "with the rule \(rule.name), content ids near 200 bytes that need percent-encoding give asset ids of more than 200 bytes, which FairPlay does not support. Use ASCII, or shorter content ids."
                )
            }
            let longest = lengths.first { isServed(String(repeating: "x", count: $0)) } ?? 0
            return Hit(
                "with the rule \(rule.name), content ids of more than \(longest) bytes give asset ids of more than 200 bytes, which FairPlay does not support. Use shorter content ids.",
                longest < 36 ? .warning : .note
            )
        }
    }
}
