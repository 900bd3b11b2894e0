extension KeyStores {
    /// Indicates whether there is a store at `location`.
    ///
    /// This creates nothing, and does not need the key-encryption key.
    package static func exists(_ location: KeyStoreLocation) throws(KeyStoreError) -> Bool {
        switch location {
        case .sqlite(let path): try PrivateFile.exists(path)
        case .postgreSQL: try keyEncryptionKeyFingerprint(location) != nil
        }
    }

    /// Returns the fingerprint of the key-encryption key of the store at `location`, or nil if there is no
    /// store.
    ///
    /// This is not an attempt to open the store: nothing is created, changed or logged.
    package static func keyEncryptionKeyFingerprint(_ location: KeyStoreLocation) throws(KeyStoreError)
        -> String?
    {
        switch location {
        case .sqlite(let path):
            guard try PrivateFile.exists(path) else { return nil }
            return try fingerprint(SQLiteDatabase(opening: path, readOnly: true)) { _ in true }
        case .postgreSQL(let url):
            let database = try PostgreSQLDatabase(url: url)
            return try fingerprint(database) { (session) throws(KeyStoreError) in
                try database.version(session) != nil
            }
        }
    }

    private static func fingerprint(
        _ database: some SQLDatabase,
        ifTablesExist tablesExist: (any SQLSession) throws(KeyStoreError) -> Bool
    ) throws(KeyStoreError) -> String? {
        let fingerprint = try database.read { (session) throws(KeyStoreError) -> String? in
            guard try tablesExist(session) else { return nil }
            return try session.first("SELECT kek_fingerprint FROM store", [])?.text(0)
        }
        try database.close()
        return fingerprint
    }
}
