/// A key URI assembled from the parts of a template, and checked.
package struct RenderedKeyURI: Hashable, Sendable {
    /// The whole URI.
    package private(set) var text = ""
    /// The URI with `…` in place of each part that is derived from a secret.
    package private(set) var redacted = ""

    /// Indicates whether a part is derived from a secret.
    package var hasSecrets: Bool { !text.utf8.elementsEqual(redacted.utf8) }

    init() {}

    /// Appends the result of a part; `column` is the position of the part in the template.
    mutating func append(_ addition: RenderedText, column: Int) throws(TemplateError) {
        var previous = text.unicodeScalars.last
        for scalar in addition.text.unicodeScalars {
            if let problem = KeyURICharacters.problem(of: scalar, after: previous) {
                throw TemplateError(column: column, problem: problem)
            }
            previous = scalar
        }
        guard addition.text.utf8.count <= KeyURITemplate.maximumResultBytes - text.utf8.count else {
            throw TemplateError(column: column, problem: .tooLong)
        }
        text += addition.text
        redacted += addition.isSecret && !addition.text.isEmpty ? "…" : addition.text
    }

    /// Throws if the URI as a whole is empty or has no scheme.
    func validate() throws(TemplateError) {
        guard !text.isEmpty else { throw TemplateError(column: 1, problem: .empty) }
        guard URIScheme.of(text) != nil else { throw TemplateError(column: 1, problem: .missingScheme) }
    }
}

/// The rendered text of a part of a template.
struct RenderedText {
    var text: String
    /// Indicates whether the text is derived from a secret.
    var isSecret = false
}
