package import Failures
package import KeyEncryption

/// Opens and creates key stores in SQLite files, one store each, for one machine.
package enum SQLiteKeyStore {
    /// Creates the store, unless it exists, then opens it; safe to repeat and to run concurrently.
    ///
    /// The file gets mode 0600, and a new directory 0700. It appears whole or not at all.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - kek: the key-encryption key of the store.
    ///   - kind: the kind of a new store.
    /// - Returns: the store, which may have existed before.
    /// - Throws: `RunFailure`.
    package static func create(
        at path: String,
        kek: KeyEncryptionKey,
        kind: StoreKind = .production
    ) throws(RunFailure) -> SQLKeyStore {
        try SQLiteDatabase.create(at: path) { (session) throws(RunFailure) in
            try SQLKeyStore.initialize(session, kek: kek, kind: kind, role: nil)
        }
        return try open(at: path, kek: kek)
    }

    /// Opens an existing store.
    package static func open(at path: String, kek: KeyEncryptionKey) throws(RunFailure) -> SQLKeyStore {
        try open(at: path, kek: kek, readOnly: false)
    }

    /// Opens an existing store for reading only; creates and changes no file.
    static func openReadOnly(
        at path: String,
        kek: KeyEncryptionKey
    ) throws(RunFailure) -> SQLKeyStore {
        try open(at: path, kek: kek, readOnly: true)
    }

    static func open(
        at path: String,
        kek: KeyEncryptionKey,
        readOnly: Bool,
        busyTimeout: Duration = SQLiteDatabase.busyTimeout
    ) throws(RunFailure) -> SQLKeyStore {
        try SQLKeyStore(
            database: SQLiteDatabase(opening: path, readOnly: readOnly, busyTimeout: busyTimeout),
            kek: kek
        )
    }
}
