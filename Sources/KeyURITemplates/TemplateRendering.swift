/// The values of one rendering: those that are set, and composed ones, which are made once each.
struct TemplateRendering {
    private let variables: TemplateVariables
    private var composed: [String: TemplateVariables.Value] = [:]
    /// The composed variables that are being made.
    private var open: [String] = []

    init(_ variables: TemplateVariables) {
        self.variables = variables
    }

    /// The value of a variable; an error has `column`, where it is used.
    mutating func value(
        of name: String,
        column: Int
    ) throws(KeyURITemplateError) -> TemplateVariables.Value {
        if let value = variables[name] ?? composed[name] { return value }
        guard let composition = variables.composition(of: name) else {
            throw KeyURITemplateError(
                column: column,
                problem: .unknownVariable(name, known: variables.names)
            )
        }
        guard !open.contains(name) else {
            throw KeyURITemplateError(column: column, problem: .composedOfItself(name))
        }
        open.append(name)
        defer { open.removeLast() }
        let text = try compose(composition, name, column: column)
        do throws(TemplateVariableError) {
            let value = try composition.rule.value(text.text, of: name, isSecret: text.isSecret)
            composed[name] = value
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
