import FoundationEssentials

extension SQLKeyStore {
    package func rewrap(
        under new: KeyEncryptionKey,
        keeping: () throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {
        let old = kek
        var isKept = false
        try Self.labelingErrors(label) { () throws(KeyStoreError) in
            try database.writeExclusively { (session) throws(KeyStoreError) in
                // The body runs again if the outcome of a commit is unknown.
                if try StoreHeader.isSealed(session, under: new) { return }
                try StoreHeader.checkFingerprint(session, kek: old, label: label)
                let count = try rewrapKeys(under: new, in: session)
                try StoreHeader.replace(in: session, old, with: new, label: label)
                try AuditLog(session, actor: actor).append(
                    .rewrap,
                    subject: "key store",
                    detail: "\(count) keys, from \(old.fingerprint) to \(new.fingerprint)"
                )
                // This comes last, so that a failure before it leaves no saved key that wraps nothing. A
                // saved key stays: the outcome of a failed commit is unknown, and others may already use the
                // key.
                if !isKept { try keeping() }
                isKept = true
            }
        }
        replaceKey(with: new)
    }

    package func compact() throws(KeyStoreError) {
        try database.compact()
    }

    /// Wraps all keys under `new`, and gives tags to those that have none.
    private func rewrapKeys(
        under new: KeyEncryptionKey,
        in session: any SQLSession
    ) throws(KeyStoreError) -> Int {
        var (count, last) = (0, KeyIdentity?.none)
        while true {
            let records = try batch(after: last, of: nil, in: session)
            for record in records {
                let place = WrappedKey.RowIdentity(
                    storeID: storeID,
                    identity: record.identity,
                    keyID: record.keyID
                )
                let sealed = try WrappedKey.wrap(record.key, record.iv, for: place, kek: new)
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
