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
        case .postgreSQL: throw .fault("PostgreSQL is not there yet")
        }
    }

    /// Makes the store at `location` unless it is there, then opens it: safe to run twice, and at once.
    ///
    /// - Parameter kind: what its keys are for; nil for production in a new store, and for what it is in one that exists.
    package static func create(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey,
        kind: StoreKind? = nil
    ) throws(KeyStoreError) -> any KeyRecordStore {
        switch location {
        case .sqlite(let path): try SQLiteKeyStore.create(at: path, kek: kek)
        case .postgreSQL: throw .fault("PostgreSQL is not there yet")
        }
    }
}
