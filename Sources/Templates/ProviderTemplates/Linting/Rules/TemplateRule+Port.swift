import KeyURITemplates
import TextFormats

extension TemplateRule {
    static let port = TemplateRule(
        id: "port-no-number",
        severity: .warning,
        summary: "the text after the host's colon is not a number",
        key: .keyURI
    ) { subject in
        let ports = subject.plainSamples.compactMap { $0.text.flatMap { URIParts($0).port } }
        guard ports.contains(where: { !$0.utf8.allSatisfy(\.isASCIIDigit) }) else { return [] }
        let takesHost = subject.template.assetIDRules?.contains(.host) ?? false
        return [
            Hit(
                "the text after the host's colon is not a port number, so Foundation cannot parse the URL; apps have to split the text themselves. Use another character, if the server allows it.",
                takesHost ? .error : .warning
            )
        ]
    }
}
