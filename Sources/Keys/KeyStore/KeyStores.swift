package import Failures
package import KeyEncryption
import StoreFiles

/// Opens and creates key stores of both kinds.
package enum KeyStores {
    /// The purpose of opening a store.
    package enum Purpose: Hashable, Sendable {
        /// Reading only; no file is created or changed.
        case reading
        /// Reading and writing: minting keys, recording their uses.
        case minting
    }

    /// Opens the store at `location`, which must exist.
    package static func open(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey,
        purpose: Purpose
    ) throws(RunFailure) -> any KeyRecordStore {
        switch location {
        case .sqlite(let path): try SQLiteKeyStore.open(at: path, kek: kek, readOnly: purpose == .reading)
        case .postgreSQL(let url): try PostgreSQLKeyStore.open(url: url, kek: kek)
        }
    }

    /// Creates the store at `location` unless it exists, then opens it; safe to repeat and to run
    /// concurrently.
    ///
    /// - Parameters:
    ///   - location: the location of the store.
    ///   - kek: the key-encryption key of the store.
    ///   - kind: the kind of the store, which an existing store must have; nil for any, and for production in
    ///     a new store.
    /// - Returns: the store, opened for minting.
    /// - Throws: `RunFailure`.
    package static func create(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey,
        kind: StoreKind? = nil
    ) throws(RunFailure) -> any KeyRecordStore {
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
                expected: "\(store.kind.rawValue), the kind of the existing store"
            )
        }
        return store
    }
}

extension KeyStores {
    /// Indicates whether there is a store at `location`.
    ///
    /// This creates nothing, and does not need the key-encryption key.
    package static func exists(_ location: KeyStoreLocation) throws(RunFailure) -> Bool {
        switch location {
        case .sqlite(let path): try PrivateFile.exists(path)
        case .postgreSQL: try keyEncryptionKeyFingerprint(location) != nil
        }
    }

    /// Returns the fingerprint of the key-encryption key of the store at `location`, or nil if there is no
    /// store.
    ///
    /// This is not an attempt to open the store: nothing is created, changed or logged.
    package static func keyEncryptionKeyFingerprint(_ location: KeyStoreLocation) throws(RunFailure)
        -> String?
    {
        switch location {
        case .sqlite(let path):
            guard try PrivateFile.exists(path) else { return nil }
            return try fingerprint(SQLiteDatabase(opening: path, readOnly: true)) { _ in true }
        case .postgreSQL(let url):
            let database = try PostgreSQLDatabase(url: url)
            return try fingerprint(database) { (session) throws(RunFailure) in
                try database.hasTables(session)
            }
        }
    }

    private static func fingerprint(
        _ database: some SQLDatabase,
        ifTablesExist tablesExist: (any SQLSession) throws(RunFailure) -> Bool
    ) throws(RunFailure) -> String? {
        let fingerprint = try database.read { (session) throws(RunFailure) -> String? in
            guard try tablesExist(session) else { return nil }
            return try session.first("SELECT kek_fingerprint FROM store", [])?.text(0)
        }
        try database.close()
        return fingerprint
    }
}
