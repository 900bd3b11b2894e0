package import Failures
package import KeyEncryption

/// Opens and creates key stores in PostgreSQL databases, one store each, for many machines.
package enum PostgreSQLKeyStore {
    /// Creates the store in an existing database, unless it exists, then opens it; safe to repeat and to run
    /// concurrently.
    ///
    /// - Parameters:
    ///   - url: libpq's connection URI of the database.
    ///   - kek: the key-encryption key of the store.
    ///   - kind: the kind of a new store.
    /// - Returns: the store, which may have existed before.
    /// - Throws: `RunFailure`.
    package static func create(
        url: String,
        kek: KeyEncryptionKey,
        kind: StoreKind = .production
    ) throws(RunFailure) -> SQLKeyStore {
        let database = try PostgreSQLDatabase.create(url: url) {
            (session, role) throws(RunFailure) in
            try SQLKeyStore.initialize(session, kek: kek, kind: kind, role: role)
        }
        return try SQLKeyStore(database: database, kek: kek)
    }

    /// Opens an existing store.
    ///
    /// - Parameters:
    ///   - url: libpq's connection URI of the database.
    ///   - kek: the key-encryption key of the store.
    ///   - timeout: the time to wait for a server that cannot be reached.
    /// - Returns: the opened store.
    /// - Throws: `RunFailure`.
    package static func open(
        url: String,
        kek: KeyEncryptionKey,
        timeout: Duration = .seconds(20)
    ) throws(RunFailure) -> SQLKeyStore {
        try SQLKeyStore(database: PostgreSQLDatabase.open(url: url, timeout: timeout), kek: kek)
    }

    /// Returns statements that create the roles that the store lacks, for a user with that privilege, or nil
    /// if none is missing.
    package static func statementsForMissingRoles(url: String) throws(RunFailure) -> String? {
        try PostgreSQLDatabase.open(url: url).statementsForMissingRoles()
    }
}
