/// A template for the value of a variable that is composed of others.
///
/// The syntax is that of `KeyURITemplate`, but the result is any text. Filters in the key URI template encode
/// it for the URI.
package struct ValueTemplate: Hashable, Sendable, CustomStringConvertible {
    let source: TemplateText

    /// Parses a template; every error has its column.
    package init(parsing text: String) throws(TemplateError) {
        source = try TemplateText(parsing: text, .value)
    }

    /// The template as written.
    package var text: String { source.text }

    package var description: String { text }

    /// The names of the variables in the template, each once, in the order of their first use.
    package var variableNames: [String] { source.variableNames }

    /// The literal text of the template, which is its value if it has no variables.
    package var constant: String {
        source.parts.compactMap { part in
            guard case .literal(let text) = part.content else { return nil }
            return text
        }
        .joined()
    }
}
