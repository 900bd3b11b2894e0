package import Ciphers
internal import Foundation
internal import GRDB

/// A key store in one SQLite file, for one machine: rollback journal, every commit synchronised to the disk.
package final class SQLiteKeyStore: KeyRecordStore {
    /// Above this size a store is not checked page by page when it is opened.
    private static let checkedByteCount: Int64 = 1 << 20

    package let mediaDigestKey: ContentKey
    let database: StoreDatabase
    let kek: KeyEncryptionKey

    /// Makes the store unless it is there, then opens it: safe to run twice, and at once.
    ///
    /// The file gets mode 0600, its directory 0700 if that is new too. It appears whole or not at all.
    package static func create(at path: String, kek: KeyEncryptionKey) throws(KeyStoreError) -> SQLiteKeyStore
    {
        if try !PrivateFile.exists(path) {
            try PrivateFile.makeDirectories(for: path)
            let temporary = try PrivateFile.makeTemporary(beside: path)
            do throws(KeyStoreError) {
                try initialize(temporary, kek: kek)
            } catch {
                PrivateFile.discard(temporary)
                throw error
            }
            // If the name is taken now, another process was faster, and its store is the one to open.
            _ = try PrivateFile.publish(temporary, as: path)
        }
        return try open(at: path, kek: kek)
    }

    /// Opens a store that exists.
    package static func open(at path: String, kek: KeyEncryptionKey) throws(KeyStoreError) -> SQLiteKeyStore {
        try SQLiteKeyStore(path: path, kek: kek, readOnly: false)
    }

    /// Opens a store that exists, and neither makes nor changes any file.
    package static func openReadOnly(
        at path: String,
        kek: KeyEncryptionKey
    ) throws(KeyStoreError) -> SQLiteKeyStore {
        try SQLiteKeyStore(path: path, kek: kek, readOnly: true)
    }

    init(
        path: String,
        kek: KeyEncryptionKey,
        readOnly: Bool,
        busyTimeout: TimeInterval = StoreDatabase.busyTimeout
    ) throws(KeyStoreError) {
        guard try PrivateFile.exists(path) else { throw .notFound(path: path) }
        let database = try StoreDatabase(path: path, readOnly: readOnly, busyTimeout: busyTimeout)
        try Self.check(database)
        if !readOnly { try Self.migrate(database) }
        self.mediaDigestKey = try database.read { try StoreSeal.open($0, kek: kek, path: path) }
        self.database = database
        self.kek = kek
    }

    private static func initialize(_ path: String, kek: KeyEncryptionKey) throws(KeyStoreError) {
        let database = try StoreDatabase(path: path, readOnly: false, busyTimeout: StoreDatabase.busyTimeout)
        try database.write { try $0.execute(sql: "PRAGMA application_id = \(StoreDatabase.applicationID)") }
        try migrate(database)
        try database.write { try StoreSeal.insert(into: $0, kek: kek) }
        try database.close()
    }

    private static func migrate(_ database: StoreDatabase) throws(KeyStoreError) {
        let isCurrent = try database.read { try StoreSchema.migrator.hasCompletedMigrations($0) }
        guard !isCurrent else { return }
        do {
            try StoreSchema.migrator.migrate(database.queue)
        } catch {
            throw StoreDatabase.failure(error, database.path)
        }
    }

    /// Refuses files that are no store of ours, or a damaged one, as far as that is cheap to see.
    private static func check(_ database: StoreDatabase) throws(KeyStoreError) {
        let path = database.path
        try database.read { connection in
            guard try Int.fetchOne(connection, sql: "PRAGMA application_id") == StoreDatabase.applicationID
            else {
                throw KeyStoreError.corrupted(path: path, reason: "the file is not a key store of fairlead")
            }
            guard try !StoreSchema.migrator.hasBeenSuperseded(connection) else {
                throw KeyStoreError.newerVersion(path: path)
            }
            for table in ["store"] + StoreSchema.appendOnlyTables {
                guard try connection.tableExists(table) else {
                    throw KeyStoreError.corrupted(path: path, reason: "the table \(table) is missing")
                }
            }
            try checkPages(connection, path)
        }
    }

    private static func checkPages(_ connection: Database, _ path: String) throws {
        let pageCount = try Int64.fetchOne(connection, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(connection, sql: "PRAGMA page_size") ?? 0
        // SQLite reads zeros where the end of the last page is missing.
        guard try PrivateFile.byteCount(path) >= pageCount * pageSize else {
            throw KeyStoreError.corrupted(path: path, reason: "the end of the file is missing")
        }
        guard pageCount * pageSize <= checkedByteCount else { return }
        guard try String.fetchOne(connection, sql: "PRAGMA quick_check(1)") == "ok" else {
            throw KeyStoreError.corrupted(path: path, reason: "its pages do not fit together")
        }
    }
}
