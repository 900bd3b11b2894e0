import KeyURITemplates

extension TemplateRule {
    static let rendering = TemplateRule(
        id: "does-not-render",
        severity: .error,
        summary: "the key URI does not render for a title",
        key: .keyURI
    ) { subject in
        let titles = subject.refusedTitles { problem in
            switch problem {
            case .illegalCharacter, .variableReference, .tooLong: false
            default: true
            }
        }
        return titles.prefix(1).map { title, error in
            Hit("for the content id \(title.contentID.debugDescription): \(error)")
        }
    }
}

extension LintedTemplate {
    /// Returns the titles for which rendering fails with a problem that `isMeant` accepts, each with its
    /// first error.
    func refusedTitles(
        _ isMeant: (TemplateError.Problem) -> Bool
    ) -> [(TemplateSample.Title, TemplateError)] {
        var found: [(TemplateSample.Title, TemplateError)] = []
        for sample in samples where !found.contains(where: { $0.0 == sample.title }) {
            guard case .failure(let error) = sample.uri, isMeant(error.problem) else { continue }
            found.append((sample.title, error))
        }
        return found
    }
}
