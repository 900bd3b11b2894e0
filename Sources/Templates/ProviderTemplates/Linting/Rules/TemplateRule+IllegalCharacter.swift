import KeyURITemplates

extension TemplateRule {
    static let illegalCharacter = TemplateRule(
        id: "illegal-character",
        severity: .error,
        summary: "a content id puts a character into the URI that a quoted-string or a URI cannot contain",
        key: .keyURI
    ) { subject in
        let titles = subject.refusedTitles { problem in
            switch problem {
            case .illegalCharacter, .variableReference: true
            default: false
            }
        }
        return titles.prefix(1).map { title, error in
            Hit(
                "content ids such as \(title.contentID.debugDescription) cannot be written: \(error). Use filter percent or base64url."
            )
        }
    }
}
