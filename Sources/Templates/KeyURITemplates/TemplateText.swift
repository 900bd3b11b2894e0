/// The text of a template and its parsed parts.
struct TemplateText: Hashable, Sendable {
    let text: String
    let parts: [TemplatePart]

    init(parsing text: String, _ rules: KeyURITemplateParser.LiteralRules) throws(KeyURITemplateError) {
        var parser = KeyURITemplateParser(text, rules)
        self.text = text
        self.parts = try parser.parse()
    }

    /// The names of the variables in use, each once, in the order of their first use.
    var variableNames: [String] {
        var seen: Set<String> = []
        return parts.compactMap(\.variableName).filter { seen.insert($0).inserted }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(Array(text.utf8))
    }
}
