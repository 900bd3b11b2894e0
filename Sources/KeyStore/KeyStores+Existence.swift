extension KeyStores {
    /// Whether there is a store at `location`; nothing is made, and its key-encryption key need not be known.
    package static func exists(_ location: KeyStoreLocation) throws(KeyStoreError) -> Bool {
        switch location {
        case .sqlite(let path): return try PrivateFile.exists(path)
        case .postgreSQL: throw .fault("PostgreSQL is not there yet")
        }
    }
}
