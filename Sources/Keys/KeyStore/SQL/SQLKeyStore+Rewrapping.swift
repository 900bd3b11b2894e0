package import Failures
import FoundationEssentials
package import KeyEncryption

extension SQLKeyStore {
    package func rewrap(
        under newKey: KeyEncryptionKey,
        saveKey: () throws(RunFailure) -> Void
    ) throws(RunFailure) {
        let oldKey = kek
        var isSaved = false
        try labelingErrors { () throws(RunFailure) in
            try database.write(excluding: .everybody, as: actor) { (session, log) throws(RunFailure) in
                // The body runs again if the outcome of a commit is unknown.
                if try StoreHeader.isWrapped(session, under: newKey) { return }
                let row = try session.query([StoreHeader.fingerprintStatement])[0].first
                try StoreHeader.checkFingerprint(row, kek: oldKey, label: label)
                let count = try rewrapKeys(under: newKey, in: session)
                try StoreHeader.replace(in: session, oldKey, with: newKey, label: label)
                log.append(
                    .rewrap,
                    subject: "key store",
                    detail: "\(count) keys, from \(oldKey.fingerprint) to \(newKey.fingerprint)"
                )
                // This comes last, so that a failure before it leaves no saved key that wraps nothing. A
                // saved key stays: the outcome of a failed commit is unknown, and others may already use the
                // key.
                try session.flush()
                if !isSaved { try saveKey() }
                isSaved = true
            }
        }
        replaceKey(with: newKey)
    }

    package func compact() throws(RunFailure) {
        try database.compact()
    }

    /// Wraps all keys under `newKey`, and returns their number.
    private func rewrapKeys(
        under newKey: KeyEncryptionKey,
        in session: any SQLSession
    ) throws(RunFailure) -> Int {
        var (count, lastIdentity) = (0, KeyIdentity?.none)
        while true {
            let records = try batch(after: lastIdentity, of: nil, in: session)
            for record in records {
                let rowIdentity = WrappedKey.RowIdentity(
                    storeID: storeID,
                    identity: record.identity,
                    keyID: record.keyID
                )
                let wrappedKey = try WrappedKey.wrap(record.key, record.iv, for: rowIdentity, kek: newKey)
                try session.enqueue(
                    "UPDATE content_keys SET sealed = ? WHERE key_id = ?",
                    [.bytes(wrappedKey), SQLValue(record.keyID)]
                )
            }
            count += records.count
            lastIdentity = records.last?.identity
            guard records.count == Self.batchSize else { return count }
        }
    }
}
