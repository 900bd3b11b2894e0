package import Ciphers
internal import Synchronization

/// Key records in a database: every write is one transaction, durable when it returns.
package final class SQLKeyStore: KeyRecordStore {
    package let mediaDigestKey: ContentKey
    let database: any SQLDatabase
    private let currentKey: Mutex<KeyEncryptionKey>

    /// The key-encryption key; rewrapping replaces it.
    var kek: KeyEncryptionKey { currentKey.withLock { $0 } }

    package var label: String { database.label }

    /// Opens the store in a database that has its tables and its seal.
    init(database: any SQLDatabase, kek: KeyEncryptionKey) throws(KeyStoreError) {
        let seal = try Self.naming(database.label) { () throws(KeyStoreError) in
            try database.read { (session) throws(KeyStoreError) in
                try StoreSeal.open(session, kek: kek, label: database.label)
            }
        }
        self.mediaDigestKey = seal.mediaDigestKey
        self.database = database
        self.currentKey = Mutex(kek)
    }

    /// Ends the connections; a store that was closed is of no use.
    func close() throws(KeyStoreError) {
        try database.close()
    }

    /// Runs `body` in a transaction that sees one state of the store.
    func read<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value {
        try Self.naming(label) { () throws(KeyStoreError) in try database.read(body) }
    }

    /// Runs `body` in a transaction of its own among all writers; see `SQLDatabase.write`.
    func write<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value {
        try Self.naming(label) { () throws(KeyStoreError) in try database.write(body) }
    }

    /// A row does not know which store it is of.
    private static func naming<Value>(
        _ label: String,
        _ body: () throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value {
        do {
            return try body()
        } catch .corrupted(SQLRow.unnamedStore, let reason) {
            throw .corrupted(path: label, reason: reason)
        } catch {
            throw error
        }
    }
}
