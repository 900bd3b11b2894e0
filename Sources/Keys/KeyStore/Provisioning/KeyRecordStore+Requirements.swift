package import Failures

extension KeyRecordStore {
    /// Throws if a license server lacks any of these keys in its present form.
    ///
    /// - Throws: `.notProvisioned` with those keys; the refusal is in the store's log if that can be written.
    package func requireProvisioned(_ records: [KeyRecord], at licenseServer: String) throws(RunFailure) {
        var missing: [KeyIdentity] = []
        for record in records where try licenseServerState(of: record.keyID, at: licenseServer) != .confirmed
        {
            missing.append(record.identity)
        }
        guard !missing.isEmpty else { return }
        throw denied(.notProvisioned(licenseServer: licenseServer, missing.sorted()))
    }

    /// Throws if any of these keys must not be used: because it was revoked, or because a value beside it
    /// reveals it.
    ///
    /// - Throws: `.revoked` or `.exposedStoredKey` for the first such key; the refusal is in the store's log
    ///   if that can be written.
    package func requireUsable(_ records: [KeyRecord]) throws(RunFailure) {
        for record in records {
            if try state(of: record.keyID) == .revoked { throw denied(.revoked(record.identity)) }
            do {
                try record.refuseExposure()
            } catch {
                throw denied(error)
            }
        }
    }

    /// Throws if any of these keys is no longer in the store as it was used.
    ///
    /// This happens if the store's file is overwritten, cut or restored meanwhile, or if rows are deleted;
    /// the result would then be media that no key decrypts.
    ///
    /// - Throws: `.corrupted` for the first such key, and errors of opening the store.
    package func requireStored(_ records: [KeyRecord]) throws(RunFailure) {
        let titles = Dictionary(grouping: records, by: \.identity.contentID)
        for (title, records) in titles.sorted(by: { $0.key < $1.key }) {
            var storedRecords: [KeyIdentity: KeyRecord] = [:]
            for record in try uncachedRecords(of: title) { storedRecords[record.identity] = record }
            for record in records {
                guard let storedRecord = storedRecords[record.identity] else {
                    throw .corrupted(
                        path: label,
                        reason: "the key of \(record.identity) has disappeared since it was used"
                    )
                }
                guard storedRecord.keyID == record.keyID, storedRecord.key == record.key,
                    storedRecord.iv == record.iv
                else {
                    throw .corrupted(
                        path: label,
                        reason: "the key of \(record.identity) has changed since it was used"
                    )
                }
            }
        }
    }

    /// Throws if the store is for tests.
    package func requireProduction() throws(RunFailure) {
        if kind == .test { throw denied(.testStore(path: label)) }
    }

    /// Returns a refusal that was logged, if the log can be written.
    private func denied(_ failure: RunFailure) -> RunFailure {
        logDenial(failure)
        return failure
    }
}
