internal import KeyURITemplates
internal import Yams

extension OnboardingTemplate {
    /// The example of a template's file, completed; the key URI must render for it.
    func example(in file: TemplateMapping) throws(OnboardingTemplateError) -> TemplateVariables {
        guard let node = file.value(.example) else { return TemplateVariables() }
        let entries = try TemplateMapping(node, key: TemplateKey.example.rawValue, source: file.source)
        try entries.allowOnly(StandardVariable.allCases.map(\.rawValue) + variables.map(\.name))
        var example = TemplateVariables()
        for entry in entries.entries {
            let text = try entries.text(entry.value, key: entry.key)
            try file.placing(entry.value, as: OnboardingTemplateError.Problem.variable) {
                () throws(TemplateVariableError) in
                try example.setExample(entry.key, to: text)
            }
        }
        let completed = try file.placing(node, as: OnboardingTemplateError.Problem.variable) {
            () throws(TemplateVariableError) in
            try completing(example)
        }
        _ = try file.placing(node, as: OnboardingTemplateError.Problem.example) {
            () throws(KeyURITemplateError) in
            try keyURI.render(completed)
        }
        return completed
    }
}

extension TemplateVariables {
    fileprivate mutating func setExample(_ name: String, to text: String) throws(TemplateVariableError) {
        if let variable = StandardVariable(rawValue: name) {
            try set(variable, to: text)
        } else {
            try setOwn(name, to: text)
        }
    }
}
