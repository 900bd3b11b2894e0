import KeyURITemplates

extension OnboardingTemplate {
    /// Reads the example of a template file, with the defaults of variables that it omits.
    ///
    /// - Throws: `OnboardingTemplateError` if the key URI does not render for the example, or the result is
    ///   not the expected one.
    mutating func readExample(_ file: TemplateMapping) throws(OnboardingTemplateError) {
        guard let node = file.value(.example) else {
            if file.value(.expected) != nil {
                throw file.node.error(.missingKey(TemplateKey.example.rawValue))
            }
            return
        }
        example = try example(node)
        let uri = try node.locatingErrors(as: OnboardingTemplateError.Problem.example) {
            () throws(TemplateError) in
            try keyURI.render(example)
        }
        let rules = assetIDRules ?? []
        let assetIDs = rules.flatMap { $0.assetIDs(inKeyURI: uri) }
        if let node = file.value(.assetID), !rules.isEmpty, assetIDs.isEmpty {
            throw node.error(.noAssetID(uri: uri, rules: rules.map(\.name)))
        }
        if let node = file.value(.expected) { try readExpected(node, uri, assetIDs, file) }
    }

    private func example(_ node: TemplateNode) throws(OnboardingTemplateError) -> TemplateVariables {
        let entries = try TemplateMapping(node, key: TemplateKey.example.rawValue)
        try entries.allowOnly(StandardVariable.allCases.map(\.rawValue) + variables.map(\.name))
        var example = TemplateVariables()
        for entry in entries.entries {
            let text = try entry.value.text(key: entry.key)
            try entry.value.locatingErrors(as: OnboardingTemplateError.Problem.variable) {
                () throws(TemplateVariableError) in
                try example.setExample(entry.key, to: text)
            }
        }
        return try node.locatingErrors(as: OnboardingTemplateError.Problem.variable) {
            () throws(TemplateVariableError) in
            try addingDefaults(to: example)
        }
    }

    private mutating func readExpected(
        _ node: TemplateNode,
        _ uri: String,
        _ assetIDs: [AssetID],
        _ file: TemplateMapping
    ) throws(OnboardingTemplateError) {
        let mapping = try TemplateMapping(node, key: TemplateKey.expected.rawValue)
        try mapping.allowOnly(TemplateKey.ofExpected.map(\.rawValue))
        var expected = Expected()
        if let value = mapping.value(.keyURI) {
            let text = try value.text(key: TemplateKey.keyURI.rawValue)
            guard text.utf8.elementsEqual(uri.utf8) else {
                throw value.error(.unexpected(key: TemplateKey.keyURI.rawValue, got: [uri]))
            }
            expected.keyURI = text
        }
        // If no asset id is extracted, an asset id inherited from an extended template does not apply to this
        // URI.
        if let value = mapping.value(.assetID), assetIDRules != [] {
            let text = try value.text(key: TemplateKey.assetID.rawValue)
            _ = try file.required(.assetID)
            guard assetIDs.contains(where: { $0.bytes.elementsEqual(text.utf8) }) else {
                throw value.error(
                    .unexpected(key: TemplateKey.assetID.rawValue, got: assetIDs.map(\.id))
                )
            }
            expected.assetID = text
        }
        setExpected(expected)
    }
}

extension TemplateVariables {
    fileprivate mutating func setExample(_ name: String, to text: String) throws(TemplateVariableError) {
        if let variable = StandardVariable(rawValue: name) {
            try set(variable, to: text)
        } else {
            try setUserVariable(name, to: text)
        }
    }
}
