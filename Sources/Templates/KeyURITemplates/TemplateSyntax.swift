/// The syntax of a kind of templates, as far as kinds differ.
package struct TemplateSyntax: Sendable {
    /// Indicates whether a text is a name of a variable.
    let isLegalName: @Sendable (String) -> Bool
    /// Indicates whether variables can have filters.
    let hasFilters: Bool
    /// Returns the problem with a character of literal text after another one, or nil if there is none.
    let problem: @Sendable (_ scalar: Unicode.Scalar, _ previous: Unicode.Scalar?) -> TemplateError.Problem?

    /// Creates a syntax from its parts.
    package init(
        isLegalName: @escaping @Sendable (String) -> Bool,
        hasFilters: Bool,
        problem: @escaping @Sendable (Unicode.Scalar, Unicode.Scalar?) -> TemplateError.Problem?
    ) {
        self.isLegalName = isLegalName
        self.hasFilters = hasFilters
        self.problem = problem
    }

    /// The syntax of key URIs.
    static let keyURI = TemplateSyntax(
        isLegalName: VariableName.isLegal,
        hasFilters: true,
        problem: KeyURICharacters.problem
    )

    /// The syntax of values of variables, which may have any character.
    static let value = TemplateSyntax(isLegalName: VariableName.isLegal, hasFilters: true) { _, _ in nil }
}
