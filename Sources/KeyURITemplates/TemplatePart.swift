/// A piece of a key URI template, and the column where it begins.
struct TemplatePart: Sendable {
    /// What the piece is.
    enum Content: Sendable {
        case literal(String)
        case variable(name: String, filters: [TemplateFilter])
    }

    let content: Content
    /// From 1, in Unicode scalars of the template.
    let column: Int

    var variableName: String? {
        guard case .variable(let name, _) = content else { return nil }
        return name
    }

    /// The text that the part adds to the URI.
    func render(_ variables: TemplateVariables) throws(KeyURITemplateError) -> String {
        switch content {
        case .literal(let text):
            return text
        case .variable(let name, let filters):
            guard let value = variables[name] else {
                throw error(.unknownVariable(name, known: variables.names))
            }
            guard !value.text.isEmpty else { throw error(.emptyValue(name)) }
            return filters.isEmpty ? encode(value) : try apply(filters, to: value.text, of: name)
        }
    }

    private func encode(_ value: TemplateVariables.Value) -> String {
        switch value.encoding {
        case .percent: PercentEncoding.encode(value.text)
        case .verbatim: value.text
        }
    }

    private func apply(
        _ filters: [TemplateFilter],
        to value: String,
        of name: String
    ) throws(KeyURITemplateError) -> String {
        var text = value
        for filter in filters {
            do throws(TemplateFilterError) {
                text = try filter.apply(text)
            } catch {
                throw self.error(.filter(filter.name, variable: name, error))
            }
            guard !text.isEmpty || filter.mayBeEmpty else { throw error(.emptyValue(name)) }
        }
        return text
    }

    private func error(_ problem: KeyURITemplateError.Problem) -> KeyURITemplateError {
        KeyURITemplateError(column: column, problem: problem)
    }
}
