import KeyStore
import KeyURITemplates
import Presentations
import ProtectionTerms

extension PlannedKey {
    /// Returns the signaling of the key, for its key record.
    ///
    /// - Parameters:
    ///   - method: the method of protection.
    ///   - scheme: the protection scheme of fMP4 (ISO/IEC 23001-7 section 10), `cbc-ts` for transport streams
    ///     and packed audio, or nil for whole segments.
    ///   - template: the name of the onboarding template, or nil.
    ///   - rules: the rules by which apps cut an asset id out of the key URI, or nil if unknown.
    ///   - tree: the path of the output directory.
    /// - Returns: one signaling for each key system and key URI.
    func signalling(
        _ method: ProtectionMethod,
        scheme: String?,
        template: String?,
        rules: [AssetIDRule]?,
        tree: String
    ) -> [Signalling] {
        allSignals.map { signal in
            Signalling(
                of: signal,
                keyID: keyID,
                method: method.rawValue,
                scheme: scheme,
                template: template,
                rules: rules,
                tree: tree
            )
        }
    }
}

extension KeyPlan {
    /// Returns the uses of the keys, for the key store.
    ///
    /// - Parameters:
    ///   - plan: the plan that was executed.
    ///   - digests: the media digests of the renditions, by rendition index.
    ///   - method: the method of protection.
    /// - Returns: one use for each rendition and each of its keys.
    /// - Throws: `KeyStoreError` for a name that the store does not accept.
    func uses(
        on plan: ProtectionPlan,
        _ digests: [Int: [UInt8]],
        by method: ProtectionMethod
    ) throws(KeyStoreError) -> [MediaUse] {
        var uses: [MediaUse] = []
        for (index, digest) in digests.sorted(by: { $0.key < $1.key }) {
            let units = plan.layout.resources(ofRendition: index, in: plan.presentation)
            let slots = Set(units.compactMap { plan.layout.resources[$0].protection.slot })
            for keyID in slots.sorted().compactMap({ keys[$0]?.keyID }) {
                uses.append(
                    try MediaUse(
                        keyID: keyID,
                        rendition: plan.presentation.renditions[index].name,
                        method: method.rawValue,
                        digest: digest
                    )
                )
            }
        }
        return uses
    }
}
