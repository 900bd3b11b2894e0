import KeyURITemplates

extension TemplateRule {
    static let upperCase = TemplateRule(
        id: "upper-case",
        severity: .warning,
        summary: "the scheme or the host is written in upper case",
        key: .keyURI
    ) { subject in
        let pieces = URIParts(subject.template.keyURI.text)
        // Names of variables never contain upper-case letters.
        let words = [("scheme", pieces.scheme), ("host", pieces.host ?? "")]
        return words.filter { $0.1 != $0.1.lowercased() }.map { name, word in
            Hit(
                "the \(name) is not in lower case (got \(word)): some clients convert it to lower case, others compare bytes. Write it in lower case."
            )
        }
    }
}
