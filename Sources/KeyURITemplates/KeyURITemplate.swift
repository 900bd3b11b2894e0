/// A key URI with variables: literal text, `{name}` and `{name|filter|filter}`; `{{` and `}}` are literal
/// braces.
///
/// A variable without a filter is written with its own encoding (`content_id` and `track` percent-encoded);
/// one with filters goes through these alone, from left to right. There is no lenience: what is not known,
/// empty or illegal in a playlist's quoted-string is an error with a column.
package struct KeyURITemplate: Hashable, Sendable, CustomStringConvertible {
    /// The longest URI that a template may yield, in bytes of UTF-8.
    package static let maximumResultBytes = 4096

    /// The template as written.
    package let text: String
    let parts: [TemplatePart]

    /// Parses a template; every error has the column where it is.
    package init(parsing text: String) throws(KeyURITemplateError) {
        var parser = KeyURITemplateParser(text)
        self.text = text
        self.parts = try parser.parse()
    }

    /// The template as written.
    package var description: String { text }

    /// The names of the variables that the template uses, each once, in the order of their first use.
    package var variableNames: [String] {
        var seen: Set<String> = []
        return parts.compactMap(\.variableName).filter { seen.insert($0).inserted }
    }

    /// The variables in use that tell the keys of one title apart; without any, all its keys get one URI.
    package var distinguishes: Set<StandardVariable> {
        Set(variableNames.compactMap(StandardVariable.init(rawValue:)).filter(\.distinguishesKeys))
    }

    /// The key URI for these variables; an error has the column of the part that brought it.
    package func render(_ variables: TemplateVariables) throws(KeyURITemplateError) -> String {
        var uri = RenderedKeyURI()
        for part in parts {
            try uri.append(part.render(variables), column: part.column)
        }
        return try uri.finish()
    }

    /// Whether the texts are the same; all else follows from them.
    package static func == (one: Self, other: Self) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(text.utf8))
    }
}
