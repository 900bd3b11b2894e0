import Ciphers
package import KeyStore
package import KeyURITemplates
import Presentations
package import Protection
package import ProtectionTerms

/// What protection would write for keys of invented titles: through the same planner, a key store and the same lines.
package struct KeyRehearsal {
    /// The form of the key URIs.
    package let template: KeyURITemplate
    /// The template's name, for the record.
    package let templateName: String
    /// How the media would be protected.
    package let policy: ProtectionPolicy
    /// What apps cut out of the key URIs, where the template says it.
    private let assetIDRules: [AssetIDRule]?
    private let scratch: ScratchKeyStore

    /// A rehearsal in a store of its own.
    ///
    /// - Parameters:
    ///   - template: the form of the key URIs.
    ///   - templateName: the name of the template, for the record.
    ///   - policy: how the media would be protected.
    ///   - assetIDRules: what apps cut out of the key URIs, where the template says it.
    /// - Throws: what the store throws.
    package init(
        _ template: KeyURITemplate,
        named templateName: String,
        policy: ProtectionPolicy,
        assetIDRules: [AssetIDRule]?
    ) throws {
        self.assetIDRules = assetIDRules
        self.template = template
        self.templateName = templateName
        self.policy = policy
        scratch = try ScratchKeyStore()
    }

    /// The keys that were rehearsed.
    package var store: any KeyRecordStore { scratch.store }

    /// The lines and the record of a key.
    ///
    /// - Parameters:
    ///   - key: the key; those of one title in the order of their generations.
    ///   - variables: those that are the same for all keys of the title.
    ///   - terms: what key servers are to demand for the key.
    /// - Returns: what would be written.
    /// - Throws: `PresentationError` and `KeyStoreError` for what protection would refuse.
    package func preview(
        _ key: SampleKey,
        _ variables: TemplateVariables,
        terms: KeyPolicyTerms = KeyPolicyTerms()
    ) throws -> KeyPreview {
        let contentID = try ContentID(key.contentID)
        let identity = try KeyIdentity(
            contentID: contentID,
            track: key.track,
            period: key.period,
            generation: key.generation
        )
        let draft = KeyDraft(
            identity: identity,
            keyID: key.keyID,
            key: try Self.key(of: key, policy.method.keyLength),
            iv: key.iv
        )
        _ = try store.findOrCreate([draft])
        if terms != KeyPolicyTerms() { _ = try store.changePolicy(of: [key.keyID]) { _ in terms } }
        var request = KeyRequest(contentID: contentID, template: template, variables: variables)
        request.assetIDRules = assetIDRules
        return try KeyPlanner(request, policy: policy, store: store).preview(
            of: KeySlot(previewOf: key.track, period: key.period),
            template: templateName
        )
    }

    /// The same bytes for the same key id, which nobody uses: PlayReady has a checksum of them.
    private static func key(of sample: SampleKey, _ length: KeyLength) throws -> ContentKey {
        let half = sample.keyID.bytes.map { $0 ^ 0xA5 }
        return try ContentKey(copying: length == .bits128 ? half : half + half.map { $0 ^ 0xFF })
    }
}
