extension TemplateRule {
    static let nestedScheme = TemplateRule(
        id: "nested-scheme",
        severity: .warning,
        summary: "a scheme stands within another",
        key: .keyURI
    ) { subject in
        guard let uri = subject.plain.first?.text, let colon = uri.firstIndex(of: ":") else { return [] }
        let rest = uri[uri.index(after: colon)...].drop { $0 == "/" }
        let inner = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !inner.isEmpty, rest[inner.endIndex...].hasPrefix("://") else { return [] }
        return [
            Hit(
                "\(inner):// stands within \(uri[..<colon]):, so that there is no host, and apps have to take off one scheme. Use the filter skd."
            )
        ]
    }
}
