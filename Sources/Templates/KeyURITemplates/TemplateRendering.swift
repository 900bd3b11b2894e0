/// The state of rendering one URI: the variables, and the values of composed variables rendered so far.
struct TemplateRendering {
    private let variables: TemplateVariables
    private var composed: [Form: TemplateVariables.Value] = [:]
    /// The composed variables that are being rendered, to detect cycles.
    private var namesInProgress: [String] = []

    /// Indicates whether the text being rendered is input to a filter, which encodes it for the URI.
    ///
    /// Variables in it are then inserted verbatim, so that they are not encoded twice.
    private(set) var isFiltered = false

    /// A composed variable, rendered with or without encoding of its variables.
    private struct Form: Hashable {
        let name: String
        let isFiltered: Bool
    }

    init(_ variables: TemplateVariables) {
        self.variables = variables
    }

    /// Returns the value of a variable, which is the input of filters if `isFiltered` is true.
    ///
    /// An error has `column`, the position at which the variable is used.
    mutating func value(
        of name: String,
        column: Int,
        isFiltered hasFilters: Bool
    ) throws(TemplateError) -> TemplateVariables.Value {
        let form = Form(name: name, isFiltered: isFiltered || hasFilters)
        if let value = variables[name] ?? composed[form] { return value }
        guard let composition = variables.composition(of: name) else {
            throw TemplateError(
                column: column,
                problem: .unknownVariable(name, known: variables.names)
            )
        }
        guard !namesInProgress.contains(name) else {
            throw TemplateError(column: column, problem: .composedOfItself(name))
        }
        let wasFiltered = isFiltered
        namesInProgress.append(name)
        isFiltered = form.isFiltered
        defer {
            namesInProgress.removeLast()
            isFiltered = wasFiltered
        }
        let rendered = try compose(composition, name, column: column)
        do throws(TemplateVariableError) {
            let value = try composition.rule.value(rendered.text, of: name, isSecret: rendered.isSecret)
            composed[form] = value
            return value
        } catch {
            throw TemplateError(column: column, problem: .composedValue(error))
        }
    }

    private mutating func compose(
        _ composition: ComposedVariable,
        _ name: String,
        column: Int
    ) throws(TemplateError) -> RenderedText {
        var whole = RenderedText(text: "")
        for part in composition.template.source.parts {
            do throws(TemplateError) {
                let rendered = try part.render(&self)
                guard rendered.text.utf8.count <= KeyURITemplate.maximumResultBytes - whole.text.utf8.count
                else {
                    throw TemplateError(column: part.column, problem: .tooLong)
                }
                whole.text += rendered.text
                whole.isSecret = whole.isSecret || rendered.isSecret
            } catch {
                throw TemplateError(column: column, problem: .composed(name, error))
            }
        }
        return whole
    }
}
