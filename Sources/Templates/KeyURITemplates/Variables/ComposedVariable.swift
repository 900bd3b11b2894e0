/// A user's variable whose value is composed of others when a key URI is rendered.
package struct ComposedVariable: Hashable, Sendable {
    /// The template of the value.
    let template: ValueTemplate
    /// The rule that the value must satisfy.
    let rule: VariableRule

    /// Creates a composed variable from its parts.
    package init(_ template: ValueTemplate, rule: VariableRule = VariableRule()) {
        self.template = template
        self.rule = rule
    }
}
