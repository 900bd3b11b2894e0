package import KeyURITemplates

extension OnboardingTemplate {
    /// The maximum number of variables that a template may declare.
    package static let maximumVariables = 64

    /// A variable that a template declares and the user may set.
    package struct Variable: Hashable, Sendable {
        /// The name of the variable in the key URI.
        package let name: String
        /// A description in one line.
        package let summary: String
        /// The rule for the variable's text, including whether it is a secret.
        package let rule: VariableRule
        /// The standard variable whose value is used if the user sets none.
        package let defaultFrom: StandardVariable?
        /// The composition of the value if the user sets none and `defaultFrom` is not set either.
        package let defaultValue: ValueTemplate?

        /// Creates a variable from its parts.
        init(
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

        /// Indicates whether the user must set the variable, since it has no default.
        package var isRequired: Bool { defaultFrom == nil && defaultValue == nil }

        /// The composition of the default value, or nil if there is none.
        var composition: ComposedVariable? { defaultValue.map { ComposedVariable($0, rule: rule) } }
    }

    /// Returns the variables with the defaults of those that the key URI uses and the user did not set.
    ///
    /// - Parameter variables: the standard variables and those that the user set.
    /// - Returns: the completed variables, with the types that the template declares.
    /// - Throws: `TemplateVariableError` if a value violates the declaration of its variable.
    package func addingDefaults(
        to variables: TemplateVariables
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
            try completed.setUserVariable(
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
