/// The text of a variable that is composed of others: the same form as a `KeyURITemplate`, but what comes of it is any
/// text, to which filters of the key URI give the form that a URI can hold.
package struct ValueTemplate: Hashable, Sendable, CustomStringConvertible {
    let source: TemplateText

    /// Parses a template; every error has the column where it is.
    package init(parsing text: String) throws(KeyURITemplateError) {
        source = try TemplateText(parsing: text, .text)
    }

    /// The template as written.
    package var text: String { source.text }

    /// The template as written.
    package var description: String { text }

    /// The names of the variables that the template uses, each once, in the order of their first use.
    package var variableNames: [String] { source.variableNames }

    /// The literal text of a template without variables.
    package var constant: String {
        source.parts.compactMap { part in
            guard case .literal(let text) = part.content else { return nil }
            return text
        }
        .joined()
    }
}
