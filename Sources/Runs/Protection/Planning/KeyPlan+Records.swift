import KeyStore
import KeyURITemplates
import Presentations
import ProtectionTerms

extension PlannedKey {
    /// How the key is going to be signalled, for its records.
    ///
    /// - Parameters:
    ///   - method: how media are encrypted with it.
    ///   - scheme: the protection scheme of fMP4 (ISO/IEC 23001-7 section 10); nil for other media.
    ///   - template: the name of the onboarding template.
    ///   - rules: what apps cut out of its URIs; nil where it does not say it.
    ///   - tree: where the playlists are going to be.
    /// - Returns: one for each key system and URI.
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
    /// What the keys were used on, for the key store.
    ///
    /// - Parameters:
    ///   - plan: what was encrypted with them.
    ///   - digests: those of the renditions, by their places in the presentation.
    ///   - method: how it was encrypted.
    /// - Returns: one for each rendition and each of its keys.
    /// - Throws: `KeyStoreError` for names that a store does not take.
    func uses(
        on plan: ProtectionPlan,
        _ digests: [Int: [UInt8]],
        by method: ProtectionMethod
    ) throws(KeyStoreError) -> [MediaUse] {
        var uses: [MediaUse] = []
        for (index, digest) in digests.sorted(by: { $0.key < $1.key }) {
            let units = plan.layout.units(ofRendition: index, in: plan.presentation)
            let slots = Set(units.compactMap { plan.layout.units[$0].protection.slot })
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
