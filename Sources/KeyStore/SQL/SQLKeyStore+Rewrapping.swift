internal import Ciphers
internal import Foundation

extension SQLKeyStore {
    package func rewrap(under new: KeyEncryptionKey) throws(KeyStoreError) {
        let old = kek
        try Self.naming(label) { () throws(KeyStoreError) in
            try database.write { (session) throws(KeyStoreError) in
                // The body runs again where nobody can tell whether a commit was done.
                if try StoreSeal.isSealed(session, under: new) { return }
                try StoreSeal.checkFingerprint(session, kek: old, label: label)
                let count = try resealKeys(under: new, in: session)
                try StoreSeal.replace(in: session, old, with: new, label: label)
                try AuditLog(session, actor: actor).append(
                    .rewrap,
                    subject: "key store",
                    detail: "\(count) keys, from \(old.fingerprint) to \(new.fingerprint)"
                )
            }
        }
        replaceKey(with: new)
    }

    package func compact() throws(KeyStoreError) {
        try database.compact()
    }

    /// Seals all keys under `new`, and gives tags to those that have none.
    private func resealKeys(
        under new: KeyEncryptionKey,
        in session: any SQLSession
    ) throws(KeyStoreError) -> Int {
        var (count, last) = (0, KeyIdentity?.none)
        while true {
            let records = try batch(after: last, of: nil, in: session)
            for record in records {
                let place = SealedKey.Place(storeID: storeID, identity: record.identity, keyID: record.keyID)
                let sealed = try SealedKey.seal(record.key, record.iv, for: place, kek: new)
                try session.execute(
                    "UPDATE content_keys SET sealed = ?, key_tag = ? WHERE key_id = ?",
                    [
                        .bytes(sealed), .bytes(tagKey.tag(of: record.key)),
                        SQLValue(record.keyID),
                    ]
                )
            }
            count += records.count
            last = records.last?.identity
            guard records.count == Self.batchCount else { return count }
        }
    }
}
