package import KeyURITemplates

extension OnboardingTemplate {
    /// The most variables that a template may declare.
    package static let maximumVariables = 64

    /// A variable that the template asks the user for.
    package struct Variable: Hashable, Sendable {
        /// What the key URI calls it.
        package let name: String
        /// What it is, in one line.
        package let summary: String
        /// What its text must look like, and whether it is a secret.
        package let rule: VariableRule
        /// The standard variable that stands in when the user sets none.
        package let defaultFrom: StandardVariable?
        /// What it is composed of when the user sets none and `defaultFrom` is not set either.
        package let defaultValue: ValueTemplate?

        /// A variable from its parts.
        package init(
            name: String,
            summary: String,
            rule: VariableRule = VariableRule(),
            defaultFrom: StandardVariable? = nil,
            defaultValue: ValueTemplate? = nil
        ) {
            self.name = name
            self.summary = summary
            self.rule = rule
            self.defaultFrom = defaultFrom
            self.defaultValue = defaultValue
        }

        /// Whether the user has to set it.
        package var isRequired: Bool { defaultFrom == nil && defaultValue == nil }

        /// How it is composed where nobody sets it.
        var composition: ComposedVariable? { defaultValue.map { ComposedVariable($0, rule: rule) } }
    }

    /// The variables with the defaults of those that the key URI uses and the user did not set.
    ///
    /// - Parameter variables: what the user set, and standard variables.
    /// - Returns: the variables, those of the template typed as it declares them.
    /// - Throws: `TemplateVariableError` if a declared variable does not fit its declaration.
    package func completing(
        _ variables: TemplateVariables
    ) throws(TemplateVariableError) -> TemplateVariables {
        var completed = variables
        for variable in self.variables {
            if variables[variable.name] != nil {
                try completed.retype(variable.name, by: variable.rule)
            } else if let composition = variable.composition {
                try completed.compose(variable.name, composition)
            }
        }
        let used = keyURI.variableNames(seeingThrough: completed)
        for variable in self.variables where used.contains(variable.name) && variables[variable.name] == nil {
            guard let source = variable.defaultFrom?.rawValue, let value = variables[source] else { continue }
            try completed.setOwn(
                variable.name,
                to: try variable.rule.value(
                    value.text,
                    of: variable.name,
                    source: source,
                    encoding: value.encoding
                )
            )
        }
        return completed
    }
}
