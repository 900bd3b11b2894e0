internal import KeyURITemplates
internal import Yams

extension OnboardingTemplate {
    /// The largest template file, in bytes.
    package static let maximumBytes = 1 << 20

    /// Reads a template; `source` is its path or name, for messages.
    ///
    /// Everything is checked, and the example rendered.
    package init(yaml: [UInt8], source: String) throws(OnboardingTemplateError) {
        let root = try TemplateDocument.root(yaml, source: source)
        let file = try TemplateMapping(root, key: "template", source: source)
        try file.allowOnly(TemplateKey.ofFile.map(\.rawValue))
        self.init(
            name: try file.requiredText(.name),
            summary: try file.requiredText(.summary),
            keyURI: try Self.keyURI(file),
            methods: try Self.methods(file),
            keyPer: try Self.keyPer(file),
            variables: try Self.variables(file)
        )
        for name in keyURI.variableNames where !isKnown(name) {
            throw file.error(try file.required(.keyURI), .undeclaredVariable(name))
        }
        example = try example(in: file)
    }

    private func isKnown(_ variable: String) -> Bool {
        StandardVariable(rawValue: variable) != nil || variables.contains { $0.name == variable }
    }

    private static func keyURI(_ file: TemplateMapping) throws(OnboardingTemplateError) -> KeyURITemplate {
        let value = try file.required(.keyURI)
        let text = try file.text(value, key: TemplateKey.keyURI.rawValue)
        return try file.placing(value, as: OnboardingTemplateError.Problem.keyURI) {
            () throws(KeyURITemplateError) in try KeyURITemplate(parsing: text)
        }
    }

    private static func methods(_ file: TemplateMapping) throws(OnboardingTemplateError) -> [Method] {
        let value = try file.required(.methods)
        guard case .sequence(let sequence) = value, !sequence.isEmpty else {
            throw file.error(
                value,
                .wrongKind(key: TemplateKey.methods.rawValue, expected: "a list that is not empty")
            )
        }
        var methods: [Method] = []
        for item in sequence {
            let method: Method = try file.word(item, key: .methods)
            guard !methods.contains(method) else { throw file.error(item, .twice(method.rawValue)) }
            methods.append(method)
        }
        return methods
    }

    private static func keyPer(_ file: TemplateMapping) throws(OnboardingTemplateError) -> KeyPer {
        guard let value = file.value(.keyPer) else { return .presentation }
        return try file.word(value, key: .keyPer)
    }

    private static func variables(_ file: TemplateMapping) throws(OnboardingTemplateError) -> [Variable] {
        guard let value = file.value(.variables) else { return [] }
        let declarations = try TemplateMapping(
            value,
            key: TemplateKey.variables.rawValue,
            source: file.source
        )
        var names = TemplateVariables()
        var variables: [Variable] = []
        for entry in declarations.entries {
            try file.placing(entry.keyNode, as: OnboardingTemplateError.Problem.variable) {
                () throws(TemplateVariableError) in try names.setOwn(entry.key, to: "")
            }
            variables.append(try Variable(entry, source: file.source))
        }
        return variables
    }
}

extension OnboardingTemplate.Variable {
    fileprivate init(_ entry: TemplateMapping.Entry, source: String) throws(OnboardingTemplateError) {
        let declaration = try TemplateMapping(entry.value, key: entry.key, source: source)
        try declaration.allowOnly(TemplateKey.ofVariable.map(\.rawValue))
        name = entry.key
        summary = try declaration.requiredText(.summary)
        if let value = declaration.value(.type) {
            type = try declaration.word(value, key: .type)
        } else {
            type = .text
        }
        if let value = declaration.value(.defaultFrom) {
            // What differs from key to key is not known when defaults are filled in.
            let sources = StandardVariable.allCases.filter { !$0.distinguishesKeys }
            defaultFrom = try declaration.word(value, key: .defaultFrom, of: sources)
        } else {
            defaultFrom = nil
        }
    }
}
