import KeyURITemplates

extension TemplateRule {
    private static let sensibleBytes = 1024

    static let uriLength = TemplateRule(
        id: "uri-too-long",
        severity: .warning,
        summary: "the URI is longer than is sensible",
        key: .keyURI
    ) { subject in
        if let length = subject.plainSamples.compactMap({ $0.text?.utf8.count }).max(), length > sensibleBytes
        {
            return [
                Hit(
                    "the URI of a short content id has \(length) bytes (expected at most \(sensibleBytes)): players and proxies cut long ones. Shorten it."
                )
            ]
        }
        let refused = subject.refusedTitles { $0 == .tooLong }
        return refused.prefix(1).map { title, _ in
            Hit(
                "a content id of \(title.contentID.utf8.count) bytes gives more than \(KeyURITemplate.maximumResultBytes) bytes. Shorten it."
            )
        }
    }
}
