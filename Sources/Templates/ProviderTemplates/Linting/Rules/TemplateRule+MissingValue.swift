import ProtectionTerms

extension TemplateRule {
    static let missingValue = TemplateRule(
        id: "missing-value",
        severity: .error,
        summary: "a variable has no value with which the template could be tried",
        key: .variables
    ) { subject in
        subject.missingVariables.map {
            Hit(
                "variable \($0) has neither a default nor an example: nothing was tried. Add it to example, or give \(CommandOption.set) \($0)=VALUE."
            )
        }
    }
}
