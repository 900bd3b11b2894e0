import KeyURITemplates

extension TemplateRule {
    static let noExpected = TemplateRule(
        id: "no-expected",
        severity: .note,
        summary: "the example has no expected result",
        key: .example
    ) { subject in
        let expected = subject.template.expected
        guard !subject.template.example.names.isEmpty, expected.keyURI == nil, expected.assetID == nil else {
            return []
        }
        return [
            Hit(
                "the example has no expected result. Add expected with the values that the provider's documentation shows."
            )
        ]
    }
}
