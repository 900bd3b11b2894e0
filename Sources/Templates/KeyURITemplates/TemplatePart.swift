import TextFormats

/// A literal or a variable expression in a template.
package struct TemplatePart: Sendable {
    /// The content of a part.
    package enum Content: Sendable {
        /// Text that is inserted unchanged, without the doubling of braces.
        case literal(String)
        /// A variable with its filters, in the order in which they apply.
        case variable(name: String, filters: [TemplateFilter])
    }

    /// The content of the part.
    package let content: Content
    /// The position of the part in the template, from 1, in Unicode scalars.
    let column: Int

    var variableName: String? {
        guard case .variable(let name, _) = content else { return nil }
        return name
    }

    /// Returns the text that the part adds to the result.
    func render(_ rendering: inout TemplateRendering) throws(TemplateError) -> RenderedText {
        switch content {
        case .literal(let text):
            return RenderedText(text: text)
        case .variable(let name, let filters):
            let value = try rendering.value(of: name, column: column, isFiltered: !filters.isEmpty)
            guard !value.text.isEmpty else { throw error(.emptyValue(name)) }
            guard filters.isEmpty else {
                let text = try apply(filters, to: value, of: name)
                return RenderedText(text: text, isSecret: value.isSecret)
            }
            return RenderedText(
                text: rendering.isFiltered ? value.text : encode(value),
                isSecret: value.isSecret
            )
        }
    }

    private func encode(_ value: TemplateVariables.Value) -> String {
        switch value.encoding {
        case .percent: PercentEncoding.encode(value.text)
        case .verbatim: value.text
        }
    }

    /// Applies filters: the first gets the value with its bytes, each other one the text of the previous one.
    private func apply(
        _ filters: [TemplateFilter],
        to value: TemplateVariables.Value,
        of name: String
    ) throws(TemplateError) -> String {
        let isSecret = value.isSecret
        var value = value
        for filter in filters {
            do throws(TemplateFilterError) {
                value = TemplateVariables.Value(text: try filter.apply(value), encoding: .verbatim)
            } catch {
                throw self.error(
                    .filter(filter.name, variable: name, isSecret ? error.redacted : error)
                )
            }
            guard !value.text.isEmpty || filter.mayBeEmpty else { throw error(.emptyValue(name)) }
        }
        return value.text
    }

    private func error(_ problem: TemplateError.Problem) -> TemplateError {
        TemplateError(column: column, problem: problem)
    }
}
