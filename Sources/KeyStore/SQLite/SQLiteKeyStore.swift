internal import Foundation

/// Key stores in one SQLite file each, for one machine.
package enum SQLiteKeyStore {
    /// Makes the store unless it is there, then opens it: safe to run twice, and at once.
    ///
    /// The file gets mode 0600, its directory 0700 if that is new too. It appears whole or not at all.
    package static func create(at path: String, kek: KeyEncryptionKey) throws(KeyStoreError) -> SQLKeyStore {
        try SQLiteDatabase.create(at: path) { (session) throws(KeyStoreError) in
            try StoreSeal.insert(into: session, kek: kek)
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
        return try SQLKeyStore(database: database, kek: kek)
    }
}
