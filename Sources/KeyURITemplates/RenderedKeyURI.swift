/// A key URI while it is put together from the parts of a template, with the rules for the result.
struct RenderedKeyURI {
    private var text = ""

    /// Adds what a part yields; `column` is the part's place in the template.
    mutating func append(_ addition: String, column: Int) throws(KeyURITemplateError) {
        var previous = text.unicodeScalars.last
        for scalar in addition.unicodeScalars {
            if KeyURICharacters.isIllegal(scalar) {
                throw KeyURITemplateError(column: column, problem: .illegalCharacter(scalar))
            }
            if KeyURICharacters.beginVariableReference(previous, scalar) {
                throw KeyURITemplateError(column: column, problem: .variableReference)
            }
            previous = scalar
        }
        guard addition.utf8.count <= KeyURITemplate.maximumResultBytes - text.utf8.count else {
            throw KeyURITemplateError(column: column, problem: .tooLong)
        }
        text += addition
    }

    /// The whole URI.
    func finish() throws(KeyURITemplateError) -> String {
        guard !text.isEmpty else { throw KeyURITemplateError(column: 1, problem: .empty) }
        guard URIScheme.of(text) != nil else { throw KeyURITemplateError(column: 1, problem: .missingScheme) }
        return text
    }
}
