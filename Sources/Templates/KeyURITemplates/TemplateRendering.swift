/// The values of one rendering: those that are set, and composed ones, which are made once each and form.
struct TemplateRendering {
    private let variables: TemplateVariables
    private var composed: [Form: TemplateVariables.Value] = [:]
    /// The composed variables that are being made.
    private var open: [String] = []

    /// Whether what is made goes through a filter, which gives it the form that a URI can hold: then variables in it stand as
    /// they are, and are not encoded twice.
    private(set) var isFiltered = false

    /// A composed variable in one of its two forms.
    private struct Form: Hashable {
        let name: String
        let isFiltered: Bool
    }

    init(_ variables: TemplateVariables) {
        self.variables = variables
    }

    /// The value of a variable, which goes through filters or not; an error has `column`, where it is used.
    mutating func value(
        of name: String,
        column: Int,
        isFiltered filters: Bool
    ) throws(KeyURITemplateError) -> TemplateVariables.Value {
        let form = Form(name: name, isFiltered: isFiltered || filters)
        if let value = variables[name] ?? composed[form] { return value }
        guard let composition = variables.composition(of: name) else {
            throw KeyURITemplateError(
                column: column,
                problem: .unknownVariable(name, known: variables.names)
            )
        }
        guard !open.contains(name) else {
            throw KeyURITemplateError(column: column, problem: .composedOfItself(name))
        }
        let outer = isFiltered
        open.append(name)
        isFiltered = form.isFiltered
        defer {
            open.removeLast()
            isFiltered = outer
        }
        let text = try compose(composition, name, column: column)
        do throws(TemplateVariableError) {
            let value = try composition.rule.value(text.text, of: name, isSecret: text.isSecret)
            composed[form] = value
            return value
        } catch {
            throw KeyURITemplateError(column: column, problem: .composedValue(error))
        }
    }

    private mutating func compose(
        _ composition: ComposedVariable,
        _ name: String,
        column: Int
    ) throws(KeyURITemplateError) -> RenderedText {
        var whole = RenderedText(text: "")
        for part in composition.template.source.parts {
            do throws(KeyURITemplateError) {
                let text = try part.render(&self)
                guard text.text.utf8.count <= KeyURITemplate.maximumResultBytes - whole.text.utf8.count else {
                    throw KeyURITemplateError(column: part.column, problem: .tooLong)
                }
                whole.text += text.text
                whole.isSecret = whole.isSecret || text.isSecret
            } catch {
                throw KeyURITemplateError(column: column, problem: .composed(name, error))
            }
        }
        return whole
    }
}
