import KeyURITemplates

extension OnboardingTemplate {
    static func variables(_ file: TemplateMapping) throws(OnboardingTemplateError) -> [Variable] {
        guard let value = file.value(.variables) else { return [] }
        let declarations = try TemplateMapping(value, key: TemplateKey.variables.rawValue)
        var names = TemplateVariables()
        var variables: [Variable] = []
        for entry in declarations.entries {
            guard variables.count < maximumVariables else {
                throw entry.keyNode.error(.tooManyVariables)
            }
            try entry.keyNode.locatingErrors(as: OnboardingTemplateError.Problem.variable) {
                () throws(TemplateVariableError) in try names.setUserVariable(entry.key, to: "")
            }
            variables.append(try Variable(entry))
        }
        return variables
    }

    /// Throws if the key URI or a default uses an undeclared variable, or a default is composed of itself.
    func checkNames(_ file: TemplateMapping) throws(OnboardingTemplateError) {
        for name in keyURI.variableNames where !isKnown(name) {
            throw try file.required(.keyURI).error(.undeclaredVariable(name))
        }
        guard let declarations = file.value(.variables) else { return }
        for entry in try TemplateMapping(declarations, key: TemplateKey.variables.rawValue).entries {
            let declaration = try TemplateMapping(entry.value, key: entry.key)
            guard let node = declaration.value(.defaultValue) else { continue }
            let names = variables.first { $0.name == entry.key }?.defaultValue?.variableNames ?? []
            if let name = names.first(where: { !isKnown($0) }) { throw node.error(.undeclaredVariable(name)) }
            if reaches(entry.key, from: names) { throw node.error(.composedOfItself(entry.key)) }
        }
    }

    private func isKnown(_ variable: String) -> Bool {
        StandardVariable(rawValue: variable) != nil || variables.contains { $0.name == variable }
    }

    private func reaches(_ goal: String, from names: [String]) -> Bool {
        var pending = names
        var seen: Set<String> = []
        while let name = pending.popLast() {
            if name == goal { return true }
            guard seen.insert(name).inserted else { continue }
            pending += variables.first { $0.name == name }?.defaultValue?.variableNames ?? []
        }
        return false
    }
}

extension OnboardingTemplate.Variable {
    fileprivate init(_ entry: TemplateMapping.Entry) throws(OnboardingTemplateError) {
        let declaration = try TemplateMapping(entry.value, key: entry.key)
        try declaration.allowOnly(TemplateKey.ofVariable.map(\.rawValue))
        let rule = VariableRule(
            type: try declaration.optional(.type) { value throws(OnboardingTemplateError) in
                try value.word(key: .type, of: TemplateVariableType.declarable)
            } ?? .text,
            pattern: try declaration.optional(.pattern) { value throws(OnboardingTemplateError) in
                try value.pattern()
            },
            isSecret: try declaration.optional(.secret) { value throws(OnboardingTemplateError) in
                try value.flag(key: .secret)
            } ?? false
        )
        self.init(
            name: entry.key,
            summary: try declaration.requiredText(.summary),
            rule: rule,
            defaultFrom: try declaration.optional(.defaultFrom) { value throws(OnboardingTemplateError) in
                // Variables that differ between keys have no value when defaults are filled in.
                try value.word(
                    key: .defaultFrom,
                    of: StandardVariable.allCases.filter { !$0.distinguishesKeys }
                )
            },
            defaultValue: try declaration.optional(.defaultValue) { value throws(OnboardingTemplateError) in
                try value.defaultValue(of: entry.key, rule)
            }
        )
    }
}

extension TemplateNode {
    fileprivate func pattern() throws(OnboardingTemplateError) -> ValuePattern {
        let text = try text(key: TemplateKey.pattern.rawValue)
        return try locatingErrors(as: OnboardingTemplateError.Problem.pattern) {
            () throws(ValuePatternError) in try ValuePattern(parsing: text)
        }
    }

    /// Returns a default, whose value is validated now if it is the same for every title.
    fileprivate func defaultValue(
        of name: String,
        _ rule: VariableRule
    ) throws(OnboardingTemplateError) -> ValueTemplate {
        let text = try text(key: TemplateKey.defaultValue.rawValue)
        let template = try locatingErrors(as: { .defaultValue(name, $0) }) {
            () throws(TemplateError) in try ValueTemplate(parsing: text)
        }
        guard template.variableNames.isEmpty else { return template }
        try locatingErrors(as: OnboardingTemplateError.Problem.variable) {
            () throws(TemplateVariableError) in
            _ = try rule.value(template.constant, of: name)
        }
        return template
    }
}
