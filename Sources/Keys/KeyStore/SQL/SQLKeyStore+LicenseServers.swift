extension SQLKeyStore {
    package func licenseServers() throws(KeyStoreError) -> [String] {
        try read { (session) throws(KeyStoreError) in
            var names: [String] = []
            for row in try session.query("SELECT DISTINCT target FROM key_server_states", []) {
                names.append(try row.text(0))
            }
            // Sorted here by bytes, because a database may have another order.
            return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
