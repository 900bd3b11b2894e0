/// A variable of the user's that is made of others when a key URI is rendered.
package struct ComposedVariable: Hashable, Sendable {
    /// What it is made of.
    package let template: ValueTemplate
    /// What the result must look like.
    package let rule: VariableRule

    /// A composed variable from its parts.
    package init(_ template: ValueTemplate, rule: VariableRule = VariableRule()) {
        self.template = template
        self.rule = rule
    }
}
