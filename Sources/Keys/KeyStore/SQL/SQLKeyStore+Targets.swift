extension SQLKeyStore {
    package func targets() throws(KeyStoreError) -> [String] {
        try read { (session) throws(KeyStoreError) in
            var targets: [String] = []
            for row in try session.query("SELECT DISTINCT target FROM key_server_states", []) {
                targets.append(try row.text(0))
            }
            // Sorted here by bytes, because a database may have another order.
            return targets.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
