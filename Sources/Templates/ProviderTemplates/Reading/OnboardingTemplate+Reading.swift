import KeyURITemplates
import ProtectionTerms
import TextFormats

extension OnboardingTemplate {
    /// The maximum size of a template file, in bytes.
    static let maximumBytes = 1 << 20

    /// Parses a template, with those that it extends.
    ///
    /// Everything is validated, and the example is rendered.
    ///
    /// - Parameters:
    ///   - yaml: the bytes of the file.
    ///   - source: the path or name of the template, for messages.
    ///   - folder: the folder of the files that it may extend, with a slash at its end, or nil if it may
    ///     extend only
    ///     built-in templates.
    /// - Throws: `OnboardingTemplateError` for the first problem.
    package init(yaml: [UInt8], source: String, folder: String? = nil) throws(OnboardingTemplateError) {
        let lineage = try TemplateLineage(yaml, source: source, folder: folder)
        let file = lineage.mapping
        self.init(
            name: try file.requiredText(.name),
            summary: try file.requiredText(.summary),
            keyURI: try Self.keyURI(file),
            methods: try file.required(.methods).list(key: .methods) { item throws(OnboardingTemplateError) in
                try item.word(key: .methods)
            }
        )
        ancestors = lineage.ancestors
        sourceBytes = lineage.contents
        try readProtection(file)
        try readKeys(file)
        try readMetadata(file)
        variables = try Self.variables(file)
        try checkNames(file)
        try readExample(file)
    }

    private static func keyURI(_ file: TemplateMapping) throws(OnboardingTemplateError) -> KeyURITemplate {
        let value = try file.required(.keyURI)
        let text = try value.text(key: TemplateKey.keyURI.rawValue)
        return try value.locatingErrors(as: OnboardingTemplateError.Problem.keyURI) {
            () throws(TemplateError) in try KeyURITemplate(parsing: text)
        }
    }

    /// Reads the keys that determine the protection and its signalling.
    private mutating func readProtection(_ file: TemplateMapping) throws(OnboardingTemplateError) {
        method = try file.optional(.method) { value throws(OnboardingTemplateError) in
            try value.word(key: .method, of: methods)
        }
        ivSource = try file.optional(.iv) { value throws(OnboardingTemplateError) in
            try value.word(key: .iv)
        }
        if let value = file.value(.keyPer) { keyGranularity = try value.word(key: .keyPer) }
        sessionKeys = try file.optional(.sessionKeys) { value throws(OnboardingTemplateError) in
            try value.word(key: .sessionKeys)
        }
        if let value = file.value(.clearLead) { clearLead = try value.word(key: .clearLead) }
        keySystems = try file.optional(.keySystems) { value throws(OnboardingTemplateError) in
            try value.list(key: .keySystems) { item throws(OnboardingTemplateError) in
                try item.choice(key: .keySystems, of: KeySystem.namedSystems, named: \.name)
            }
        }
        keyFormat = try file.optional(.keyFormat) { value throws(OnboardingTemplateError) in
            try value.choice(key: .keyFormat, of: Self.templateKeySystems, named: \.keyFormat)
        }
        keyFormatVersions = try file.optional(.keyFormatVersions) { value throws(OnboardingTemplateError) in
            try value.keyFormatVersions()
        }
    }

    /// Reads the keys that are about the further use of content keys: asset ids, flow, policy and exports.
    private mutating func readKeys(_ file: TemplateMapping) throws(OnboardingTemplateError) {
        if let value = file.value(.assetID) {
            assetIDRules = try value.assetIDRules()
        }
        flow = try file.optional(.flow) { value throws(OnboardingTemplateError) in
            try value.word(key: .flow)
        }
        if let value = file.value(.flowParameters) {
            guard flow != nil else { throw value.error(.missingKey(TemplateKey.flow.rawValue)) }
            flowParameters = try FlowParameters(value)
        }
        if let value = file.value(.record) { recordPolicy = try RecordPolicy(value) }
        if let value = file.value(.exports) {
            exportFormats = try value.list(key: .exports) { item throws(OnboardingTemplateError) in
                try item.formatName()
            }
        }
    }

    /// Reads the keys that are about the template itself.
    private mutating func readMetadata(_ file: TemplateMapping) throws(OnboardingTemplateError) {
        if let value = file.value(.testOnly) { isTestOnly = try value.flag(key: .testOnly) }
        if let value = file.value(.source) { sources = try value.texts(key: .source) }
        if let value = file.value(.unconfirmed) {
            unconfirmedStatements = try value.list(key: .unconfirmed) {
                item throws(OnboardingTemplateError) in
                try item.text(key: TemplateKey.unconfirmed.rawValue)
            }
        }
    }
}

extension TemplateNode {
    /// Returns the text of a scalar, or the texts of a list.
    fileprivate func texts(key: TemplateKey) throws(OnboardingTemplateError) -> [String] {
        if case .scalar = content { return [try text(key: key.rawValue)] }
        return try list(key: key) { item throws(OnboardingTemplateError) in
            try item.text(key: key.rawValue)
        }
    }

    /// Returns positive numbers separated by slashes (RFC 8216bis section 4.4.4.4).
    fileprivate func keyFormatVersions() throws(OnboardingTemplateError) -> String {
        let text = try text(key: TemplateKey.keyFormatVersions.rawValue)
        let versions = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard
            versions.allSatisfy({ version in
                (1...9).contains(version.count)
                    && version.allSatisfy(\.isASCIIDigit)
                    && version.first != UInt8(ascii: "0")
            })
        else {
            throw error(
                .invalidValue(
                    key: TemplateKey.keyFormatVersions.rawValue,
                    expected: "positive numbers with / between them, as in 1 or 1/2"
                )
            )
        }
        return text
    }

    /// Returns the rules of a list, or an empty array for `none`.
    fileprivate func assetIDRules() throws(OnboardingTemplateError) -> [AssetIDRule] {
        if case .scalar = content {
            let none = "none"
            guard try text(key: TemplateKey.assetID.rawValue) == none else {
                throw error(
                    .invalidValue(key: TemplateKey.assetID.rawValue, expected: "a list of rules, or \(none)")
                )
            }
            return []
        }
        return try list(key: .assetID) { item throws(OnboardingTemplateError) in try item.assetIDRule() }
    }

    private func assetIDRule() throws(OnboardingTemplateError) -> AssetIDRule {
        let key = TemplateKey.assetID.rawValue
        let text = try text(key: key)
        guard let rule = AssetIDRule(name: text), rule != .query(""), rule != .queryAsWritten("") else {
            throw error(.unknownWord(text, key: key, known: AssetIDRule.names))
        }
        return rule
    }

    /// Returns the name of an export format, of which only the characters are checked.
    ///
    /// This target does not know which formats exist.
    fileprivate func formatName() throws(OnboardingTemplateError) -> String {
        let text = try text(key: TemplateKey.exports.rawValue)
        guard
            text.utf8.allSatisfy({
                $0.isASCIILowercase || $0.isASCIIDigit || "-.".utf8.contains($0)
            })
        else {
            throw error(
                .invalidValue(key: TemplateKey.exports.rawValue, expected: "names of export formats")
            )
        }
        return text
    }
}
