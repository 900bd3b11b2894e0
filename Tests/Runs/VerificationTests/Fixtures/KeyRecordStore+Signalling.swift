import KeyStore

extension KeyRecordStore {
    /// Stores signalling that gives a key this URI.
    func signal(
        _ record: KeyRecord,
        as uri: String,
        by method: String,
        system: String = "identity",
        in tree: String
    ) throws {
        try addSignalling([
            Signalling(keyID: record.keyID, system: system, method: method, keyURI: uri, tree: tree)
        ])
    }
}
