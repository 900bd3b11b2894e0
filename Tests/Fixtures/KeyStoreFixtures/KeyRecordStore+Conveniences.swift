package import Failures
package import Foundation
package import KeyEncryption
package import KeyStore
package import ProtectionTerms

extension KeyRecordStore {
    /// Returns the records of all keys, ordered by identity.
    package func allRecords() throws(RunFailure) -> [KeyRecord] { try exportableKeys(of: nil).map(\.record) }

    /// Returns the keys of one title, or of all titles if `contentID` is nil, ordered by identity.
    package func exportableKeys(of contentID: ContentID?) throws(RunFailure) -> [ExportableKey] {
        var keys: [ExportableKey] = []
        try forEachExportableKey(of: contentID) { keys.append($0) }
        return keys
    }

    /// Returns the keys whose current record a license server does not have, ordered by identity.
    package func pendingKeys(at target: String) throws(RunFailure) -> [ExportableKey] {
        var keys: [ExportableKey] = []
        try forEachPendingKey(at: target, of: nil) { keys.append($0) }
        return keys
    }

    /// Calls `body` with all entries of the log, oldest first.
    package func forEachAuditEntry(
        _ body: (AuditEntry) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try forEachAuditEntry(through: .max) { (entry, _) throws(RunFailure) in try body(entry) }
    }

    /// Wraps everything under a key-encryption key that is already saved.
    package func rewrap(under kek: KeyEncryptionKey) throws(RunFailure) {
        try rewrap(under: kek, saveKey: {})
    }

    /// Sets the policy of keys to these terms.
    package func setPolicy(_ terms: KeyPolicyTerms, of keyIDs: [UUID]) throws(RunFailure) {
        _ = try changePolicy(of: keyIDs) { _ in terms }
    }
}
