/// A key URI that was put together from the parts of a template, with the rules for the result.
package struct RenderedKeyURI: Hashable, Sendable {
    /// The whole URI.
    package private(set) var text = ""
    /// The URI with `…` in the place of each part that came of a secret.
    package private(set) var shown = ""

    /// Whether a part came of a secret.
    package var hasSecrets: Bool { !text.utf8.elementsEqual(shown.utf8) }

    init() {}

    /// Adds what a part yields; `column` is the part's place in the template.
    mutating func append(_ addition: RenderedText, column: Int) throws(KeyURITemplateError) {
        var previous = text.unicodeScalars.last
        for scalar in addition.text.unicodeScalars {
            if KeyURICharacters.isIllegal(scalar) {
                throw KeyURITemplateError(column: column, problem: .illegalCharacter(scalar))
            }
            if KeyURICharacters.beginVariableReference(previous, scalar) {
                throw KeyURITemplateError(column: column, problem: .variableReference)
            }
            previous = scalar
        }
        guard addition.text.utf8.count <= KeyURITemplate.maximumResultBytes - text.utf8.count else {
            throw KeyURITemplateError(column: column, problem: .tooLong)
        }
        text += addition.text
        shown += addition.isSecret && !addition.text.isEmpty ? "…" : addition.text
    }

    /// Refuses what is no URI as a whole.
    func finish() throws(KeyURITemplateError) {
        guard !text.isEmpty else { throw KeyURITemplateError(column: 1, problem: .empty) }
        guard URIScheme.of(text) != nil else { throw KeyURITemplateError(column: 1, problem: .missingScheme) }
    }
}

/// What a part of a template yields.
struct RenderedText {
    var text: String
    /// Whether it came of a secret.
    var isSecret = false
}
