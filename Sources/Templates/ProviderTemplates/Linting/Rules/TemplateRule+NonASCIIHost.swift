extension TemplateRule {
    static let nonASCIIHost = TemplateRule(
        id: "non-ascii-host",
        severity: .warning,
        summary: "the host has characters beyond ASCII",
        key: .keyURI
    ) { subject in
        let title = subject.samples.first { sample in
            sample.text.flatMap { URIParts($0).host }.map { !$0.utf8.allSatisfy { $0 < 0x80 } } ?? false
        }?.title
        return title.map { title in
            [
                Hit(
                    "the host for the content id \(title.contentID.debugDescription) is not ASCII, and Foundation silently converts it to Punycode. Percent-encode it."
                )
            ]
        } ?? []
    }
}
