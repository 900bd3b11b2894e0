extension TemplateRule {
    /// The names of content keys in URIs and templates, in lower case.
    private static let names: Set = ["cek", "ck", "content_key", "contentkey", "enckey", "encryption_key"]

    static let keyInURI = TemplateRule(
        id: "key-in-uri",
        severity: .error,
        summary: "a content key stands in the URI",
        key: .keyURI
    ) { subject in
        let template = subject.template
        let parameters = subject.plain.first?.text.map { URIParts($0).queryNames } ?? []
        let found = (template.usedNames + parameters).first { names.contains($0.lowercased()) }
        guard let found else { return [] }
        return [
            Hit(
                "the URI says the content key (\(found)), so that who has the playlist has the media. Take it out: the key server gives it.",
                template.isTestOnly ? .warning : .error
            )
        ]
    }
}
