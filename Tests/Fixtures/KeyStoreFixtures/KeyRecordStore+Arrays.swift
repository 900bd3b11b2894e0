package import Foundation
package import KeyStore
package import ProtectionTerms

extension KeyRecordStore {
    /// The keys of one title, or all, ordered by identity.
    package func exportableKeys(of contentID: ContentID?) throws(KeyStoreError) -> [ExportableKey] {
        var keys: [ExportableKey] = []
        try forEachExportableKey(of: contentID) { keys.append($0) }
        return keys
    }

    /// The keys that a key server does not have as they are now, ordered by identity.
    package func pendingKeys(at target: String) throws(KeyStoreError) -> [ExportableKey] {
        var keys: [ExportableKey] = []
        try forEachPendingKey(at: target, of: nil) { keys.append($0) }
        return keys
    }

    /// Gives keys these terms.
    package func setPolicy(_ terms: KeyPolicyTerms, of keyIDs: [UUID]) throws(KeyStoreError) {
        _ = try changePolicy(of: keyIDs) { _ in terms }
    }
}
