import ProtectionTerms

extension TemplateRule {
    static let sharedByTitles = TemplateRule(
        id: "titles-share-uri",
        severity: .warning,
        summary: "two titles have one URI",
        key: .keyURI
    ) { subject in
        let used = subject.template.usedNames
        let distinguishing = ["content_id", "asset_id", "key_id", "iv"]
        guard !used.contains(where: distinguishing.contains) else { return [] }
        return [
            Hit(
                "nothing in the URI tells titles apart, unless \(CommandOption.set) does: a license server finds two keys for it. Add {content_id} or {key_id}."
            )
        ]
    }
}
