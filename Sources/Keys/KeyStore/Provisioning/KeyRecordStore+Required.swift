extension KeyRecordStore {
    /// Refuses keys that `target` does not have as they are now.
    ///
    /// - Throws: `.notProvisioned` with those keys; it is in the store's log, where that can be written.
    package func requireProvisioned(_ records: [KeyRecord], at target: String) throws(KeyStoreError) {
        var missing: [KeyIdentity] = []
        for record in records where try serverState(of: record.keyID, at: target) != .confirmed {
            missing.append(record.identity)
        }
        guard let first = missing.min() else { return }
        noteDenied(first, "\(missing.count) keys are not provisioned at \(target)")
        throw .notProvisioned(target: target, missing.sorted())
    }

    /// Refuses keys that are not to be used: those that were revoked, and those that a value beside them shows.
    ///
    /// - Throws: `.revoked` or `.exposedStoredKey` with the first of them.
    package func requireUsable(_ records: [KeyRecord]) throws(KeyStoreError) {
        for record in records {
            if try state(of: record.keyID) == .revoked {
                noteDenied(record.identity, "the key was revoked")
                throw .revoked(record.identity)
            }
            if let exposure = record.exposure {
                noteDenied(record.identity, exposure.words)
                throw .exposedStoredKey(record.identity, by: exposure)
            }
        }
    }

    /// Refuses keys that nobody finds in the store any more as they were used: a file that something overwrites, cuts or
    /// restores, and rows that are deleted, would else leave media that nothing decrypts.
    ///
    /// - Throws: `.corrupted` with the first of them, and what opening the store throws.
    package func requireStored(_ records: [KeyRecord]) throws(KeyStoreError) {
        let titles = Dictionary(grouping: records, by: \.identity.contentID)
        for (title, records) in titles.sorted(by: { $0.key < $1.key }) {
            var stored: [KeyIdentity: KeyRecord] = [:]
            for record in try storedRecords(of: title) { stored[record.identity] = record }
            for record in records {
                guard let found = stored[record.identity] else {
                    throw .corrupted(
                        path: label,
                        reason: "the key of \(record.identity) is gone since it was used"
                    )
                }
                guard found.keyID == record.keyID, found.key == record.key, found.iv == record.iv else {
                    throw .corrupted(
                        path: label,
                        reason: "the key of \(record.identity) is another one than was used"
                    )
                }
            }
        }
    }

    /// Refuses a store of tests.
    package func requireProduction() throws(KeyStoreError) {
        guard kind == .test else { return }
        try? note(.denied, subject: label, detail: "a store of tests where production is required")
        throw .testStore(path: label)
    }

    /// What was refused is told to the user in any case; a log that cannot be written changes nothing of it.
    private func noteDenied(_ identity: KeyIdentity, _ detail: String) {
        try? note(.denied, subject: identity.contentID.value, detail: "\(identity): \(detail)")
    }
}
