import KeyStore

extension KeyRecordStore {
    /// Returns the records of all keys, ordered by identity.
    func allRecords() throws -> [KeyRecord] {
        var records: [KeyRecord] = []
        try forEachExportableKey(of: nil) { records.append($0.record) }
        return records
    }

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
