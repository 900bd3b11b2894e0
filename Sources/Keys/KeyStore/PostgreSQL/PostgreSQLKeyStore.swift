/// Key stores in a PostgreSQL database each, for many machines.
package enum PostgreSQLKeyStore {
    /// Makes the store in a database that exists, unless it is there, then opens it: safe to run twice, and at once.
    ///
    /// - Parameters:
    ///   - url: libpq's address of the database.
    ///   - kek: what the store is sealed under.
    ///   - kind: what the keys of a new store are for.
    /// - Returns: the store that is there now.
    /// - Throws: `KeyStoreError`.
    package static func create(
        url: String,
        kek: KeyEncryptionKey,
        kind: StoreKind = .production
    ) throws(KeyStoreError) -> SQLKeyStore {
        let database = try PostgreSQLDatabase.create(url: url, kek: kek) {
            (session, role) throws(KeyStoreError) in
            try SQLKeyStore.initialize(session, kek: kek, kind: kind, role: role)
        }
        return try SQLKeyStore(database: database, kek: kek)
    }

    /// Opens a store that exists.
    ///
    /// - Parameters:
    ///   - url: libpq's address of the database.
    ///   - kek: what the store is sealed under.
    ///   - patience: how long a server that cannot be reached is waited for.
    /// - Returns: the store.
    /// - Throws: `KeyStoreError`.
    package static func open(
        url: String,
        kek: KeyEncryptionKey,
        patience: Duration = .seconds(20)
    ) throws(KeyStoreError) -> SQLKeyStore {
        try SQLKeyStore(database: PostgreSQLDatabase.open(url: url, patience: patience), kek: kek)
    }

    /// The statements with which whoever may make roles makes those that the store misses; nil if none is missing.
    package static func statementsForMissingRoles(url: String) throws(KeyStoreError) -> String? {
        try PostgreSQLDatabase.open(url: url).roleAdvice()
    }
}
