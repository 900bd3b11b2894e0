import CommandLineParts
import ProtectionTerms
import ProviderTemplates

extension ProtectionOptions {
    /// These options, with what a template says in the place of what is not given.
    func completed(by template: OnboardingTemplate) -> ProtectionOptions {
        var options = self
        options.method = method ?? template.method.map { .protection($0) }
        // The other methods leave no choice.
        if options.method == .protection(.aes128) {
            options.ivMode = ivMode ?? template.vectors.map(Self.vectorMode)
        }
        options.sessionKeys =
            sessionKeys ?? template.sessionKeys
        return options
    }

    private static func vectorMode(_ vectors: OnboardingTemplate.VectorSource) -> InitializationVectorMode {
        switch vectors {
        case .record: .constant
        case .segment: .segment
        case .sequence: .sequence
        }
    }
}

extension OnboardingTemplate {
    /// The key systems that it signals where the command line names none, those of another method left out; nil where it
    /// says nothing that fits.
    func signalledSystems(_ method: ProtectionMethod) -> [KeySystem]? {
        var systems = keySystems ?? []
        for own in systemsOfURI where !systems.contains(own) { systems.insert(own, at: 0) }
        let fitting = systems.filter { $0.supports(method) }
        return fitting.isEmpty ? nil : fitting
    }

    /// The key systems whose lines have its URI.
    var systemsOfURI: [KeySystem] {
        [keyFormat].compactMap(\.self) + (keySystems ?? []).filter(\.hasTemplateURIs)
    }

    /// The terms of the keys of a class; nil where it demands nothing of any.
    var policyTerms: (@Sendable (String) -> KeyPolicyTerms)? {
        guard !record.isEmpty else { return nil }
        let record = record
        return { record.terms(ofTrack: $0) }
    }

    /// Says what everybody has to know who uses it.
    func warn() {
        guard isTestOnly else { return }
        Diagnostics.shared.warning(
            "--template: \(name) is for tests only: what it makes must not be published"
        )
    }
}
