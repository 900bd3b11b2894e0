import Ciphers
package import Failures
import KeyStore
package import KeyURITemplates
import Presentations
package import Protection
package import ProtectionTerms

/// A preview of key lines and key records for keys of sample titles, without media.
///
/// It uses the planner of `protect` with a temporary key store.
package struct KeyRehearsal {
    /// The template of the key URIs.
    let template: KeyURITemplate
    /// The template's name for key records.
    let templateName: String
    /// The protection settings for the media.
    let policy: ProtectionPolicy
    /// The rules by which apps extract asset ids, or nil if the template has none.
    private let assetIDRules: [AssetIDRule]?
    private let temporaryStore: TemporaryKeyStore

    /// Creates a rehearsal with a key store of its own.
    ///
    /// - Parameters:
    ///   - template: the template of the key URIs.
    ///   - templateName: the name of the template, for key records.
    ///   - policy: the protection settings for the media.
    ///   - assetIDRules: the rules by which apps extract asset ids, or nil if the template has none.
    /// - Throws: the errors of creating the key store.
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
        temporaryStore = try TemporaryKeyStore()
    }

    /// The temporary key store with the rehearsed keys.
    var store: any KeyRecordStore { temporaryStore.store }

    /// Stores a key, and returns its key lines and record as `protect` would write them.
    ///
    /// - Parameters:
    ///   - key: the key; keys of one title have to come in the order of their generations.
    ///   - variables: the template variables that all keys of the title share.
    ///   - terms: the policy terms of the key.
    /// - Returns: the preview.
    /// - Throws: `RunFailure` if `protect` would refuse the key, or if the key store fails.
    package func preview(
        _ key: SampleKey,
        _ variables: TemplateVariables,
        terms: KeyPolicyTerms = KeyPolicyTerms()
    ) throws(RunFailure) -> KeyPreview {
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
            key: try mapErrors(to: RunFailure.init(unexpected:)) { () throws(CipherError) in
                try Self.contentKey(of: key, policy.method.keyLength)
            },
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

    /// Derives key bytes from the key id, so that PlayReady's checksum is the same in each preview.
    private static func contentKey(of sample: SampleKey, _ length: KeyLength) throws(CipherError)
        -> ContentKey
    {
        let half = sample.keyID.bytes.map { $0 ^ 0xA5 }
        return try ContentKey(copying: length == .bits128 ? half : half + half.map { $0 ^ 0xFF })
    }
}
