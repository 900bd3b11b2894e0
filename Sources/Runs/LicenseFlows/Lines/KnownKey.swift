import HLSPlaylists
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import Presentations
import ProtectionTerms
import Verification

/// What the key store knows of the key of a line.
struct KnownKey {
    /// Its record.
    let record: KeyRecord
    /// What its newest policy demands.
    let terms: KeyPolicyTerms
    /// Whether the store knows the media that it was used on.
    let hasUses: Bool
    /// The rules by which apps cut asset ids, as far as somebody said them.
    let assetIDRules: [AssetIDRule]?

    /// What a store knows of keys, in their order; nil for a key that it does not know.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - contentID: the title, where key URIs do not say it.
    ///   - presentation: the presentation.
    ///   - store: the store; nil for one that knows nothing.
    /// - Returns: as many as keys.
    /// - Throws: `PresentationError` of the key store.
    static func known(
        _ keys: [KeyUse],
        contentID: ContentID?,
        of presentation: Presentation,
        in store: (any KeyRecordStore)?
    ) throws(PresentationError) -> [KnownKey?] {
        guard let store else { return keys.map { _ in nil } }
        var records = KeyLineRecords(store, contentID: contentID, of: presentation)
        var known: [KnownKey?] = []
        for key in keys {
            guard let record = try records.record(for: key.key) else {
                known.append(nil)
                continue
            }
            do throws(KeyStoreError) {
                let signalling = try store.signalling(of: record.keyID).filter { signalling in
                    signalling.keyURI.utf8.elementsEqual(key.uri.utf8)
                        && signalling.system == key.key.system.name
                }
                known.append(
                    KnownKey(
                        record: record,
                        terms: try store.policy(of: record.keyID)?.terms ?? KeyPolicyTerms(),
                        hasUses: try !store.uses(of: record.keyID).isEmpty,
                        assetIDRules: signalling.last?.saidAssetIDRules
                    )
                )
            } catch {
                throw .keyStore(error)
            }
        }
        return known
    }
}
