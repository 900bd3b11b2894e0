/// The text of a template and its parsed parts.
package struct TemplateText: Hashable, Sendable {
    /// The template as written.
    let text: String
    /// The literals and variables, in order.
    package let parts: [TemplatePart]

    /// Parses a template; every error has its column.
    package init(parsing text: String, _ syntax: TemplateSyntax) throws(TemplateError) {
        var parser = TemplateParser(text, syntax)
        self.text = text
        self.parts = try parser.parse()
    }

    /// The names of the variables in use, each once, in the order of their first use.
    package var variableNames: [String] {
        var seen: Set<String> = []
        return parts.compactMap(\.variableName).filter { seen.insert($0).inserted }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(text.utf8))
    }
}
