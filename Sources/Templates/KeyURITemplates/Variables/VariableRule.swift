/// What the text of one of the user's variables must look like.
package struct VariableRule: Hashable, Sendable {
    /// The kind of text.
    package let type: TemplateVariableType
    /// What all of the text must match.
    package let pattern: ValuePattern?
    /// Whether no message may show the text, nor what is made of it.
    package let isSecret: Bool

    /// A rule from its parts; without any, that of any text.
    package init(type: TemplateVariableType = .text, pattern: ValuePattern? = nil, isSecret: Bool = false) {
        self.type = type
        self.pattern = pattern
        self.isSecret = isSecret
    }

    /// The value of a text.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - name: the variable.
    ///   - source: the variable that the text was taken from; nil for one of its own.
    ///   - encoding: how the text is written where the template gives no filter.
    ///   - isSecret: whether the text came of a secret already.
    /// - Returns: the value, with the bytes that a text of the type stands for.
    /// - Throws: `TemplateVariableError` for a text that does not fit.
    package func value(
        _ text: String,
        of name: String,
        source: String? = nil,
        encoding: TemplateVariables.Encoding = .verbatim,
        isSecret: Bool = false
    ) throws(TemplateVariableError) -> TemplateVariables.Value {
        guard type.accepts(text) else {
            throw TemplateVariableError(name: name, problem: .mismatch(type, source: source))
        }
        if let pattern {
            guard text.utf8.count <= ValuePattern.maximumValueBytes else {
                throw TemplateVariableError(name: name, problem: .tooLong)
            }
            guard pattern.matches(text) else {
                throw TemplateVariableError(
                    name: name,
                    problem: .patternMismatch(pattern.text, source: source)
                )
            }
        }
        return TemplateVariables.Value(
            text: text,
            encoding: encoding,
            bytes: type.bytes(of: text),
            isSecret: isSecret || self.isSecret
        )
    }
}
