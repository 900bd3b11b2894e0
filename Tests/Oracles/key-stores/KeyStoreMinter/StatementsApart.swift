import GRDB

@testable import KeyStore

/// A SQLite database whose transactions are none: what a store would be that looks keys up, lets others in, and then inserts.
///
/// SQLite lets one writer in at a time, so that whoever looks up and inserts in one transaction never sees an old state, whatever
/// constraints the tables have. A control has to take that away, too.
struct StatementsApart: SQLDatabase {
    private let database: SQLiteDatabase

    var label: String { database.label }

    /// The store at `location`, a SQLite file, without transactions.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - kek: its key-encryption key.
    /// - Returns: the store.
    /// - Throws: `KeyStoreError`.
    static func open(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey
    ) throws(KeyStoreError) -> any KeyRecordStore {
        guard case .sqlite(let path) = location else {
            throw .invalidLocation("key store", reason: "statements are kept apart in SQLite only")
        }
        let database = try SQLiteDatabase(opening: path, readOnly: false)
        return try SQLKeyStore(database: StatementsApart(database: database), kek: kek)
    }

    func read<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value {
        try database.read(body)
    }

    func write<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value {
        do {
            return try database.queue.writeWithoutTransaction {
                try body(SQLiteSession(connection: $0, path: database.path))
            }
        } catch {
            throw SQLiteDatabase.failure(error, database.path)
        }
    }
}
