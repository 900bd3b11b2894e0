import Failures
import HLSPlaylists
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import Presentations
import ProtectionTerms
import Verification

/// The key store's data about a key of the presentation.
struct KnownKey {
    let record: KeyRecord
    /// The terms of the newest policy.
    let terms: KeyPolicyTerms
    /// Indicates whether the store has recorded the media that the key encrypted.
    let hasUses: Bool
    /// The rules by which apps extract asset ids, or nil if none are recorded.
    let assetIDRules: [AssetIDRule]?

    /// Finds the store's data about keys.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - contentID: the title, needed if key URIs do not tell it.
    ///   - presentation: the presentation that the keys belong to.
    ///   - store: the key store, or nil for none.
    /// - Returns: one element for each key, in the same order; nil for an unknown key.
    /// - Throws: `RunFailure` if the key store fails.
    static func find(
        _ keys: [KeyUse],
        contentID: ContentID?,
        of presentation: Presentation,
        in store: (any KeyRecordStore)?
    ) throws(RunFailure) -> [KnownKey?] {
        guard let store else { return keys.map { _ in nil } }
        let records = KeyLineRecords(store, contentID: contentID, of: presentation)
        var knownKeys: [KnownKey?] = []
        for key in keys {
            guard let record = try records.record(for: key.key) else {
                knownKeys.append(nil)
                continue
            }
            let signalling = try store.signalling(of: record.keyID).filter { signalling in
                signalling.keyURI.utf8.elementsEqual(key.uri.utf8)
                    && signalling.system == key.key.system.name
            }
            knownKeys.append(
                KnownKey(
                    record: record,
                    terms: try store.policy(of: record.keyID)?.terms ?? KeyPolicyTerms(),
                    hasUses: try !store.uses(of: record.keyID).isEmpty,
                    assetIDRules: signalling.last?.statedAssetIDRules
                )
            )
        }
        return knownKeys
    }
}
