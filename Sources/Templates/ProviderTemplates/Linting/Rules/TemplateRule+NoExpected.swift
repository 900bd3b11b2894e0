import KeyURITemplates

extension TemplateRule {
    static let noExpected = TemplateRule(
        id: "no-expected",
        severity: .note,
        summary: "nothing is expected of the example",
        key: .example
    ) { subject in
        let expected = subject.template.expected
        guard !subject.template.example.names.isEmpty, expected.keyURI == nil, expected.assetID == nil else {
            return []
        }
        return [
            Hit(
                "nothing is expected of the example. Add expected with what the provider's documentation shows."
            )
        ]
    }
}
