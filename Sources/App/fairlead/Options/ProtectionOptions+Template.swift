import CommandLineParts
import ProtectionTerms
import ProviderTemplates

extension ProtectionOptions {
    /// Returns the options, with missing ones taken from a template.
    func completed(by template: OnboardingTemplate) -> ProtectionOptions {
        var options = self
        options.method = method ?? template.method.map { .protection($0) }
        // The other methods leave no choice of the IV mode.
        if options.method == .protection(.aes128) {
            options.ivMode = ivMode ?? template.ivSource.map(Self.ivMode)
        }
        options.sessionKeys =
            sessionKeys ?? template.sessionKeys
        return options
    }

    private static func ivMode(of ivSource: OnboardingTemplate.IVSource) -> IVMode {
        switch ivSource {
        case .record: .constant
        case .segment: .segment
        case .sequence: .sequence
        }
    }
}

extension OnboardingTemplate {
    /// Returns the key systems to signal if the command line names none, or nil if the template names none
    /// for the method.
    func signaledSystems(_ method: ProtectionMethod) -> [KeySystem]? {
        var systems = keySystems ?? []
        for system in systemsUsingKeyURI where !systems.contains(system) { systems.insert(system, at: 0) }
        let supportedSystems = systems.filter { $0.supports(method) }
        return supportedSystems.isEmpty ? nil : supportedSystems
    }

    /// The key systems whose key lines get the key URI of the template.
    var systemsUsingKeyURI: [KeySystem] {
        [keyFormat].compactMap(\.self) + (keySystems ?? []).filter(\.hasTemplateURIs)
    }

    /// Returns the policy terms of a track's keys, or nil if the template demands nothing of any key.
    var policyTerms: (@Sendable (String) -> KeyPolicyTerms)? {
        guard !recordPolicy.isEmpty else { return nil }
        let policy = recordPolicy
        return { policy.terms(ofTrack: $0) }
    }

    /// Warns if the template is for tests only.
    func warnIfTestOnly() {
        guard isTestOnly else { return }
        Diagnostics.shared.warning(
            "--template: \(name) is for tests only: presentations that use it must not be published"
        )
    }
}
