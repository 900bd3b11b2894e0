/// The parser of templates.
///
///     template   = *(literal / "{{" / "}}" / expression)
///     expression = "{" name *("|" name) "}"       ; a variable, then filters
///
/// The syntax (``TemplateSyntax``) decides about names, filters and characters of literal text.
///
/// It works on Unicode scalars, so that a combining character cannot hide a brace or a quotation mark.
struct TemplateParser {
    private let scalars: [Unicode.Scalar]
    private let syntax: TemplateSyntax
    private var index = 0
    private var parts: [TemplatePart] = []
    private var literal = ""
    private var literalColumn = 1

    init(_ text: String, _ syntax: TemplateSyntax) {
        scalars = Array(text.unicodeScalars)
        self.syntax = syntax
    }

    mutating func parse() throws(TemplateError) -> [TemplatePart] {
        while index < scalars.count {
            switch (scalars[index], nextScalar) {
            case ("{", "{"), ("}", "}"):
                try appendLiteral(length: 2)
            case ("{", _):
                finishLiteral()
                parts.append(try parseExpression())
            case ("}", _):
                throw error(.strayBrace)
            default:
                try appendLiteral(length: 1)
            }
        }
        finishLiteral()
        guard !parts.isEmpty else { throw error(.empty) }
        return parts
    }

    /// The Unicode scalar after the current one, or nil at the end.
    private var nextScalar: Unicode.Scalar? {
        index + 1 < scalars.count ? scalars[index + 1] : nil
    }

    private mutating func appendLiteral(length: Int) throws(TemplateError) {
        let scalar = scalars[index]
        if let problem = syntax.problem(scalar, literal.unicodeScalars.last) { throw error(problem) }
        if literal.isEmpty { literalColumn = index + 1 }
        literal.unicodeScalars.append(scalar)
        index += length
    }

    private mutating func finishLiteral() {
        guard !literal.isEmpty else { return }
        parts.append(TemplatePart(content: .literal(literal), column: literalColumn))
        literal = ""
    }

    private mutating func parseExpression() throws(TemplateError) -> TemplatePart {
        let open = index
        guard let close = scalars[open...].firstIndex(of: "}"),
            !scalars[(open + 1)..<close].contains("{")
        else { throw error(.unclosedBrace) }
        let words = scalars[(open + 1)..<close].split(
            separator: "|",
            maxSplits: syntax.hasFilters ? .max : 0,
            omittingEmptySubsequences: false
        )
        let name = try parseVariableName(words[0])
        var filters: [TemplateFilter] = []
        for word in words.dropFirst() {
            filters.append(try parseFilter(word))
        }
        index = close + 1
        return TemplatePart(content: .variable(name: name, filters: filters), column: open + 1)
    }

    private func parseVariableName(_ word: ArraySlice<Unicode.Scalar>) throws(TemplateError) -> String {
        let name = text(word)
        guard !name.isEmpty else { throw error(.missingName, at: word.startIndex) }
        guard syntax.isLegalName(name) else { throw error(.illegalName(name), at: word.startIndex) }
        return name
    }

    private func parseFilter(_ word: ArraySlice<Unicode.Scalar>) throws(TemplateError) -> TemplateFilter {
        let name = text(word)
        guard let filter = TemplateFilter.named(name) else {
            throw error(.unknownFilter(name), at: word.startIndex)
        }
        return filter
    }

    private func text(_ word: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(word))
    }

    private func error(
        _ problem: TemplateError.Problem,
        at position: Int? = nil
    ) -> TemplateError {
        TemplateError(column: (position ?? index) + 1, problem: problem)
    }
}
