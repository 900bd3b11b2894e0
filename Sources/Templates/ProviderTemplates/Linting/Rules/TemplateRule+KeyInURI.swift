extension TemplateRule {
    /// The names of content keys in URIs and templates, in lower case.
    private static let names: Set = ["cek", "ck", "content_key", "contentkey", "enckey", "encryption_key"]

    static let keyInURI = TemplateRule(
        id: "key-in-uri",
        severity: .error,
        summary: "the URI contains a content key",
        key: .keyURI
    ) { subject in
        let template = subject.template
        let parameters = subject.plainSamples.first?.text.map { URIParts($0).queryNames } ?? []
        let found = (template.usedNames + parameters).first { names.contains($0.lowercased()) }
        guard let found else { return [] }
        return [
            Hit(
                "the URI contains the content key (\(found)), so anyone who has the playlist can decrypt the media. Take it out: players get it from the license server or key server.",
                template.isTestOnly ? .warning : .error
            )
        ]
    }
}
