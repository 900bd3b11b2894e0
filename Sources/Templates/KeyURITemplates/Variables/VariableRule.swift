/// The rule for the text of a user's variable: its type, pattern and secrecy.
package struct VariableRule: Hashable, Sendable {
    /// The type of the text.
    package let type: TemplateVariableType
    /// The pattern that the whole text must match, or nil for none.
    package let pattern: ValuePattern?
    /// Indicates whether messages must not show the text and anything derived from it.
    package let isSecret: Bool

    /// Creates a rule from its parts; by default it permits any text.
    package init(type: TemplateVariableType = .text, pattern: ValuePattern? = nil, isSecret: Bool = false) {
        self.type = type
        self.pattern = pattern
        self.isSecret = isSecret
    }

    /// Returns the value of a text that satisfies the rule.
    ///
    /// - Parameters:
    ///   - text: the text of the variable.
    ///   - name: the name of the variable, for messages.
    ///   - source: the variable that the text is from, or nil if it is the variable's own.
    ///   - encoding: the encoding in a URI if the template names no filter.
    ///   - isSecret: true if the text is derived from a secret already.
    /// - Returns: the value, with the bytes that the text represents.
    /// - Throws: `TemplateVariableError` if the text violates the type or the pattern, or is too long for
    ///   one.
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
