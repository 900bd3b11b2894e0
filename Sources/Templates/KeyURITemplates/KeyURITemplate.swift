/// A template of key URIs: literal text, `{name}` and `{name|filter|filter}`.
///
/// `{{` and `}}` are literal braces. A variable without a filter is written with its own encoding
/// (`content_id`, `asset_id` and `track` percent-encoded). Filters replace that encoding and apply from left
/// to right. Parsing is strict: unknown names, empty values and characters that are illegal in a playlist's
/// quoted-string are errors with a column.
package struct KeyURITemplate: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length of a rendered URI, in bytes of UTF-8.
    package static let maximumResultBytes = 4096

    private let source: TemplateText

    /// Parses a template; every error has its column.
    package init(parsing text: String) throws(TemplateError) {
        source = try TemplateText(parsing: text, .keyURI)
    }

    /// The template as written.
    package var text: String { source.text }

    package var description: String { text }

    var parts: [TemplatePart] { source.parts }

    /// The names of the variables in the template itself, each once, in the order of their first use.
    package var variableNames: [String] { source.variableNames }

    /// Returns the names of the variables on which the result depends.
    ///
    /// These are the variables of the template, and those from which composed variables are built.
    package func variableNames(seeingThrough variables: TemplateVariables) -> [String] {
        variables.dependencies(of: variableNames)
    }

    /// Returns the standard variables on which the result depends and that distinguish the keys of one title.
    ///
    /// If there are none, all keys of a title get the same URI.
    func keyDistinguishingVariables(with variables: TemplateVariables) -> Set<StandardVariable> {
        StandardVariable.distinguishing(among: variableNames(seeingThrough: variables))
    }

    /// The standard variables in the template itself that distinguish the keys of one title.
    package var distinguishingVariables: Set<StandardVariable> {
        StandardVariable.distinguishing(among: variableNames)
    }

    /// Returns the key URI for these variables; an error has the column of the part that caused it.
    package func render(_ variables: TemplateVariables) throws(TemplateError) -> String {
        try rendered(variables).text
    }

    /// Returns the key URI for these variables, together with a form that hides secrets.
    package func rendered(_ variables: TemplateVariables) throws(TemplateError) -> RenderedKeyURI {
        var uri = RenderedKeyURI()
        var rendering = TemplateRendering(variables)
        for part in parts {
            try uri.append(part.render(&rendering), column: part.column)
        }
        try uri.validate()
        return uri
    }
}
