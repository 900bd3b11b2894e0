/// A key URI with variables: literal text, `{name}` and `{name|filter|filter}`; `{{` and `}}` are literal
/// braces.
///
/// A variable without a filter is written with its own encoding (`content_id`, `asset_id` and `track` percent-encoded);
/// one with filters goes through these alone, from left to right. There is no lenience: what is not known,
/// empty or illegal in a playlist's quoted-string is an error with a column.
package struct KeyURITemplate: Hashable, Sendable, CustomStringConvertible {
    /// The longest URI that a template may yield, in bytes of UTF-8.
    package static let maximumResultBytes = 4096

    private let source: TemplateText

    /// Parses a template; every error has the column where it is.
    package init(parsing text: String) throws(KeyURITemplateError) {
        source = try TemplateText(parsing: text, .keyURI)
    }

    /// The template as written.
    package var text: String { source.text }

    /// The template as written.
    package var description: String { text }

    var parts: [TemplatePart] { source.parts }

    /// The names of the variables that the template itself uses, each once, in the order of their first use.
    package var variableNames: [String] { source.variableNames }

    /// The names of the variables on which the result depends: those of the template, and what composed ones of them are
    /// made of.
    package func variableNames(seeingThrough variables: TemplateVariables) -> [String] {
        variables.dependencies(of: variableNames)
    }

    /// The standard variables in use, composed ones seen through, that tell the keys of one title apart; without any, all
    /// its keys get one URI.
    package func distinguishes(with variables: TemplateVariables) -> Set<StandardVariable> {
        StandardVariable.distinguishing(among: variableNames(seeingThrough: variables))
    }

    /// The standard variables in the template itself that tell the keys of one title apart.
    package var distinguishes: Set<StandardVariable> {
        StandardVariable.distinguishing(among: variableNames)
    }

    /// The key URI for these variables; an error has the column of the part that brought it.
    package func render(_ variables: TemplateVariables) throws(KeyURITemplateError) -> String {
        try rendered(variables).text
    }

    /// The key URI for these variables, together with what of it may be shown.
    package func rendered(_ variables: TemplateVariables) throws(KeyURITemplateError) -> RenderedKeyURI {
        var uri = RenderedKeyURI()
        var rendering = TemplateRendering(variables)
        for part in parts {
            try uri.append(part.render(&rendering), column: part.column)
        }
        try uri.finish()
        return uri
    }
}
