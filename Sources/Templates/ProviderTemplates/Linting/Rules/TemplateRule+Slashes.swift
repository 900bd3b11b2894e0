import KeyURITemplates

extension TemplateRule {
    static let slashes = TemplateRule(
        id: "no-slashes",
        severity: .warning,
        summary: "no // after skd:",
        key: .keyURI
    ) { subject in
        guard let uri = subject.plainSamples.first?.text, uri.hasPrefix("skd:"), !uri.hasPrefix("skd://")
        else {
            return []
        }
        let rules = subject.template.assetIDRules ?? []
        let isHandled =
            !rules.isEmpty && rules.allSatisfy { ![.host, .hostAsWritten, .afterScheme].contains($0) }
        return [
            Hit(
                "no // follows skd:, so apps that use the host, or replace skd:// by https://, get nothing. Write skd://, unless the app is made for this form.",
                isHandled ? .note : .warning
            )
        ]
    }
}
