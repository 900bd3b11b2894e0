extension TemplateRule {
    static let nestedScheme = TemplateRule(
        id: "nested-scheme",
        severity: .warning,
        summary: "a scheme is nested in another",
        key: .keyURI
    ) { subject in
        guard let uri = subject.plainSamples.first?.text, let colon = uri.firstIndex(of: ":") else {
            return []
        }
        let rest = uri[uri.index(after: colon)...].drop { $0 == "/" }
        let inner = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !inner.isEmpty, rest[inner.endIndex...].hasPrefix("://") else { return [] }
        return [
            Hit(
                "\(inner):// is nested in \(uri[..<colon]):, so there is no host, and apps have to remove one scheme. Use the filter skd."
            )
        ]
    }
}
