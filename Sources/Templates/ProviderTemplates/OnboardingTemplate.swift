package import KeyURITemplates
package import ProtectionTerms

/// How a DRM provider or a tenant wants keys to be signalled: what a YAML file of `Templates/`, or one of the
/// user's, says.
///
/// What is nil the template leaves to the defaults of the command line.
package struct OnboardingTemplate: Hashable, Sendable {
    /// What `--template` calls it.
    package let name: String
    /// What it is for, in one line.
    package let summary: String
    /// The templates that it extends, nearest first, as they are named.
    package internal(set) var ancestors: [String] = []
    /// The key URI.
    package private(set) var keyURI: KeyURITemplate
    /// The texts of its file and of those that it extends, nearest first: what changes when one of them does.
    package internal(set) var texts: [[UInt8]] = []
    /// `KEYFORMAT` of the key lines that have the URI.
    package internal(set) var keyFormat: KeySystem?
    /// `KEYFORMATVERSIONS` of the key lines that have the URI.
    package internal(set) var keyFormatVersions: String?
    /// The key systems to signal, unless the user names others.
    package internal(set) var keySystems: [KeySystem]?
    /// The methods that it fits, at least one.
    package let methods: [ProtectionMethod]
    /// The method, unless the user names another; one of `methods`.
    package internal(set) var method: ProtectionMethod?
    /// Where initialization vectors come from, unless the user says otherwise.
    package internal(set) var vectors: VectorSource?
    /// What gets a key of its own, unless the user says otherwise.
    package internal(set) var keyPer = KeyGranularity.presentation
    /// Which keys get session keys, unless the user says otherwise.
    package internal(set) var sessionKeys: SessionKeySelection?
    /// Whether a start may stay clear.
    package internal(set) var clearLead = ClearLead.allowed
    /// What the provider's apps cut out of the key URI: each a rule of one of them; no rule where the key server looks nothing up
    /// by the URI (`none`), nil where the template does not say it.
    package internal(set) var assetIDRules: [AssetIDRule]?
    /// The way of an app from the key line to the key; nil where the template does not say it.
    package internal(set) var flow: LicenseFlow?
    /// What the servers of that way are told.
    package internal(set) var flowParameters = FlowParameters()
    /// What key servers are to demand for the keys.
    package internal(set) var record = RecordPolicy()
    /// The names of the export formats that the provider's key server takes, best first.
    package internal(set) var exports: [String] = []
    /// Whether keys of it are for tests alone.
    package internal(set) var isTestOnly = false
    /// Where it is documented.
    package internal(set) var sources: [String] = []
    /// What of it nobody confirmed.
    package internal(set) var unconfirmed: [String] = []
    /// Its own variables, in the order of the file.
    package internal(set) var variables: [Variable] = []
    /// Variables of an invented title, for which the key URI renders; none if the file gives no example.
    package internal(set) var example = TemplateVariables()
    /// What the provider's documentation shows for the example.
    package private(set) var expected = Expected()

    init(name: String, summary: String, keyURI: KeyURITemplate, methods: [ProtectionMethod]) {
        self.name = name
        self.summary = summary
        self.keyURI = keyURI
        self.methods = methods
    }

    /// The same template with another key URI (`--key-uri`); what was said of the old one goes with it.
    package func replacing(keyURI: KeyURITemplate) -> Self {
        var copy = self
        copy.keyURI = keyURI
        copy.assetIDRules = nil
        copy.example = TemplateVariables()
        copy.expected = Expected()
        return copy
    }

    mutating func setExpected(_ expected: Expected) { self.expected = expected }

    /// The standard variables on which the key URI depends, defaults of its own variables seen through, that tell the keys
    /// of one title apart; without any, all its keys get one URI.
    package var distinguishes: Set<StandardVariable> {
        StandardVariable.distinguishing(among: usedNames)
    }

    /// The names of the variables that a user may set, and of those that fairlead sets, each once.
    package var settableNames: [String] {
        let used = usedNames
        return used + variables.map(\.name).filter { !used.contains($0) }
    }

    /// The names of all variables on which the key URI depends where the user sets none of the template's own.
    package var usedNames: [String] {
        var defaults = TemplateVariables()
        for variable in variables {
            // Names were checked when the file was read.
            if let composed = variable.composition { try? defaults.compose(variable.name, composed) }
        }
        let sources = Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0.defaultFrom?.rawValue) })
        let names = keyURI.variableNames(seeingThrough: defaults)
        return names + names.compactMap { sources[$0] ?? nil }.filter { !names.contains($0) }
    }
}
