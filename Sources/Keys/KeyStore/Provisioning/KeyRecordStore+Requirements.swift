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
        for (title, records) in records.byTitle {
            let keys = try uncachedKeysInForce(of: title)
            try loggingDenials { () throws(RunFailure) in try keys.requireUsable(records) }
        }
    }

    /// Throws if any of these keys is no longer in the store as it was used, or must not be used any more.
    ///
    /// The former happens if the store's file is overwritten, cut or restored meanwhile, or if rows are deleted;
    /// the result would then be media that no key decrypts.
    ///
    /// - Throws: `.corrupted`, `.revoked` or `.exposedStoredKey` for the first such key, and errors of opening the
    ///   store.
    package func requireStored(_ records: [KeyRecord]) throws(RunFailure) {
        for (title, records) in records.byTitle {
            let keys = try uncachedKeysInForce(of: title)
            try keys.requireStored(records, label: label)
            try loggingDenials { () throws(RunFailure) in try keys.requireUsable(records) }
        }
    }

    /// Runs `body`, and logs what it refuses, if the log can be written.
    package func loggingDenials<Value>(_ body: () throws(RunFailure) -> Value) throws(RunFailure) -> Value {
        do {
            return try body()
        } catch {
            logDenial(error)
            throw error
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
