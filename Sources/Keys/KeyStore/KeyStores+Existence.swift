extension KeyStores {
    /// Whether there is a store at `location`; nothing is made, and its key-encryption key need not be known.
    package static func exists(_ location: KeyStoreLocation) throws(KeyStoreError) -> Bool {
        switch location {
        case .sqlite(let path): try PrivateFile.exists(path)
        case .postgreSQL: try sealFingerprint(location) != nil
        }
    }

    /// The fingerprint of the key-encryption key that the store at `location` is sealed under; nil if there is no store.
    ///
    /// To ask is no attempt to open it: nothing is made, changed or logged.
    package static func sealFingerprint(_ location: KeyStoreLocation) throws(KeyStoreError) -> String? {
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
