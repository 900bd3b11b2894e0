/// The door to all key stores.
package enum KeyStores {
    /// What a caller is going to do with a store.
    package enum Purpose: Hashable, Sendable {
        /// Only reads; no file is made or changed.
        case reading
        /// Writes: mints keys, records what they are used for.
        case minting
    }

    /// Opens the store at `location`, which has to exist.
    package static func open(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey,
        purpose: Purpose
    ) throws(KeyStoreError) -> any KeyRecordStore {
        switch location {
        case .sqlite(let path): try SQLiteKeyStore.open(at: path, kek: kek, readOnly: purpose == .reading)
        case .postgreSQL(let url): try PostgreSQLKeyStore.open(url: url, kek: kek)
        }
    }

    /// Makes the store at `location` unless it is there, then opens it: safe to run twice, and at once.
    ///
    /// - Parameters:
    ///   - location: where it is to be.
    ///   - kek: what it is sealed under.
    ///   - kind: what its keys are for, which has to be true of a store that exists; nil for production in a new one.
    /// - Returns: the store.
    /// - Throws: `KeyStoreError`.
    package static func create(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey,
        kind: StoreKind? = nil
    ) throws(KeyStoreError) -> any KeyRecordStore {
        let store: any KeyRecordStore =
            switch location {
            case .sqlite(let path):
                try SQLiteKeyStore.create(at: path, kek: kek, kind: kind ?? .production)
            case .postgreSQL(let url):
                try PostgreSQLKeyStore.create(url: url, kek: kek, kind: kind ?? .production)
            }
        if let kind, kind != store.kind {
            throw .invalidField(
                name: "kind of the key store",
                found: kind.rawValue,
                expected: "\(store.kind.rawValue), as it was made"
            )
        }
        return store
    }
}
