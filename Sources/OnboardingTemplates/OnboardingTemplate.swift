package import KeyURITemplates

/// How a DRM provider or a tenant wants keys to be signalled: what a YAML file of `Templates/`, or one of the
/// user's, says.
package struct OnboardingTemplate: Hashable, Sendable {
    /// A way of encryption that the key URI fits; the raw values are those of `--method`.
    package enum Method: String, CaseIterable, Sendable {
        /// Whole segments, AES-128-CBC.
        case aes128 = "aes-128"
        /// Samples, AES-128-CBC; `cbcs` in fMP4.
        case sampleAES = "sample-aes"
        /// Samples, AES-128-CTR; `cenc` in fMP4.
        case sampleAESCTR = "sample-aes-ctr"
    }

    /// What gets a key of its own; the raw values are those of `--key-per`.
    package enum KeyPer: String, CaseIterable, Sendable {
        /// One key for all.
        case presentation
        /// One key for each class of renditions.
        case type
        /// One key for each rendition.
        case rendition
    }

    /// A variable that the template asks the user for.
    package struct Variable: Hashable, Sendable {
        /// What the key URI calls it.
        package let name: String
        /// What it is, in one line.
        package let summary: String
        /// What its text must look like.
        package let type: TemplateVariableType
        /// The standard variable that stands in when the user sets none.
        package let defaultFrom: StandardVariable?
    }

    /// What `--template` calls it.
    package let name: String
    /// What it is for, in one line.
    package let summary: String
    /// The key URI.
    package private(set) var keyURI: KeyURITemplate
    /// The methods that it fits, at least one.
    package let methods: [Method]
    /// What gets a key of its own, unless the user says otherwise.
    package let keyPer: KeyPer
    /// Its own variables, in the order of the file.
    package let variables: [Variable]
    /// Variables of an invented title, for which the key URI renders; none if the file gives no example.
    package internal(set) var example = TemplateVariables()

    init(
        name: String,
        summary: String,
        keyURI: KeyURITemplate,
        methods: [Method],
        keyPer: KeyPer,
        variables: [Variable]
    ) {
        self.name = name
        self.summary = summary
        self.keyURI = keyURI
        self.methods = methods
        self.keyPer = keyPer
        self.variables = variables
    }

    /// The same template with another key URI (`--key-uri`).
    package func replacing(keyURI: KeyURITemplate) -> Self {
        var copy = self
        copy.keyURI = keyURI
        return copy
    }

    /// The variables with the defaults of those that the key URI uses and the user did not set.
    ///
    /// An error if a declared variable is not of its type.
    package func completing(
        _ variables: TemplateVariables
    ) throws(TemplateVariableError) -> TemplateVariables {
        var completed = variables
        let used = keyURI.variableNames
        for variable in self.variables {
            if let value = variables[variable.name] {
                try variable.check(value, source: nil)
            } else if used.contains(variable.name), let source = variable.defaultFrom?.rawValue,
                let value = variables[source]
            {
                try variable.check(value, source: source)
                try completed.setOwn(variable.name, to: value)
            }
        }
        return completed
    }
}

extension OnboardingTemplate.Variable {
    fileprivate func check(
        _ value: TemplateVariables.Value,
        source: String?
    ) throws(TemplateVariableError) {
        guard type.accepts(value.text) else {
            throw TemplateVariableError(name: name, problem: .mismatch(type, source: source))
        }
    }
}
