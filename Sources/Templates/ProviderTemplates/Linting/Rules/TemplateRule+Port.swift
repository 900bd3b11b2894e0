import KeyURITemplates
import TextFormats

extension TemplateRule {
    static let port = TemplateRule(
        id: "port-no-number",
        severity: .warning,
        summary: "what follows the host's colon is no number",
        key: .keyURI
    ) { subject in
        let ports = subject.plain.compactMap { $0.text.flatMap { URIParts($0).port } }
        guard ports.contains(where: { !$0.utf8.allSatisfy(\.isASCIIDigit) }) else { return [] }
        let takesHost = subject.template.assetIDRules?.contains(.host) ?? false
        return [
            Hit(
                "what follows the host's colon is no port number, so that Foundation has no URL of it; apps have to cut the text. Use another character, if the server lets you.",
                takesHost ? .error : .warning
            )
        ]
    }
}
