extension KeyStores {
    /// Whether there is a store at `location`; nothing is made, and its key-encryption key need not be known.
    package static func exists(_ location: KeyStoreLocation) throws(KeyStoreError) -> Bool {
        switch location {
        case .sqlite(let path): return try PrivateFile.exists(path)
        case .postgreSQL:
            do {
                // No store opens under a key that nobody else has.
                _ = try open(location, kek: .random(), purpose: .reading)
                return true
            } catch .notFound {
                return false
            } catch .wrongKeyEncryptionKey {
                return true
            } catch {
                throw error
            }
        }
    }
}
