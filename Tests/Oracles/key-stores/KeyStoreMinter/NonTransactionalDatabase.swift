import Failures
import KeyEncryption

@testable import KeyStore

/// A SQLite database without transactions, as a control: a store looks keys up, lets others write, and
/// inserts.
///
/// SQLite allows one writer at a time: a store that looks up and inserts in one transaction never sees an old
/// state, whatever constraints its tables have. A control has to take that away, too.
struct NonTransactionalDatabase: SQLDatabase {
    private let database: SQLiteDatabase

    var label: String { database.label }

    /// Opens a store in a SQLite file, without transactions.
    ///
    /// - Parameters:
    ///   - location: the store, which has to be in SQLite.
    ///   - kek: the store's key-encryption key.
    /// - Returns: the open store.
    /// - Throws: `RunFailure`.
    static func open(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey
    ) throws(RunFailure) -> any KeyRecordStore {
        guard case .sqlite(let path) = location else {
            throw .invalidStoreLocation("key store", reason: "statements are kept apart in SQLite only")
        }
        let database = try SQLiteDatabase(opening: path, readOnly: false)
        return try SQLKeyStore(database: NonTransactionalDatabase(database: database), kek: kek)
    }

    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try database.read(body)
    }

    func rows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        try database.rows(of: statements)
    }

    func auditHead() throws(RunFailure) -> AuditHead { try database.auditHead() }

    func transaction<Value>(
        excluding scope: WriteScope,
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        guard let writer = database.writer else { throw .fault("a store that is only read") }
        return try writer.withoutTransaction {
            try body(SQLiteSession(connection: $0, path: database.path))
        }
    }
}
