import FoundationEssentials

/// Key stores in one SQLite file each, for one machine.
package enum SQLiteKeyStore {
    /// Makes the store unless it is there, then opens it: safe to run twice, and at once.
    ///
    /// The file gets mode 0600, its directory 0700 if that is new too. It appears whole or not at all.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - kek: what it is sealed under.
    ///   - kind: what the keys of a new store are for.
    /// - Returns: the store that is there now, which may be an older one.
    /// - Throws: `KeyStoreError`.
    package static func create(
        at path: String,
        kek: KeyEncryptionKey,
        kind: StoreKind = .production
    ) throws(KeyStoreError) -> SQLKeyStore {
        try SQLiteDatabase.create(at: path) { (session) throws(KeyStoreError) in
            try SQLKeyStore.initialize(session, kek: kek, kind: kind, role: nil)
        }
        return try open(at: path, kek: kek)
    }

    /// Opens a store that exists.
    package static func open(at path: String, kek: KeyEncryptionKey) throws(KeyStoreError) -> SQLKeyStore {
        try open(at: path, kek: kek, readOnly: false)
    }

    /// Opens a store that exists, and neither makes nor changes any file.
    package static func openReadOnly(
        at path: String,
        kek: KeyEncryptionKey
    ) throws(KeyStoreError) -> SQLKeyStore {
        try open(at: path, kek: kek, readOnly: true)
    }

    static func open(
        at path: String,
        kek: KeyEncryptionKey,
        readOnly: Bool,
        busyTimeout: TimeInterval = SQLiteDatabase.busyTimeout
    ) throws(KeyStoreError) -> SQLKeyStore {
        let database = try SQLiteDatabase(opening: path, readOnly: readOnly, busyTimeout: busyTimeout)
        if !readOnly {
            // Whoever does not have the key does not change the tables.
            try database.migrate { () throws(KeyStoreError) in try SQLKeyStore.checkKey(kek, of: database) }
        }
        return try SQLKeyStore(database: database, kek: kek)
    }
}
