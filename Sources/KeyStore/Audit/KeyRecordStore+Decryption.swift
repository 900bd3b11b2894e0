extension KeyRecordStore {
    /// Notes in the store's log that keys are about to be used to read media or to make their documents.
    ///
    /// - Parameters:
    ///   - records: the keys.
    ///   - what: what they are used on: the playlist.
    /// - Returns: warnings for people, where the log cannot be written.
    package func noteDecryption(with records: [KeyRecord], of what: String) -> [String] {
        var keys: [ContentID: Set<KeyIdentity>] = [:]
        for record in records { keys[record.identity.contentID, default: []].insert(record.identity) }
        for (title, identities) in keys.sorted(by: { $0.key < $1.key }) {
            let detail = "\(identities.count) \(identities.count == 1 ? "key" : "keys") for \(what)"
            do throws(KeyStoreError) {
                try note(.decrypt, subject: title.value, detail: detail)
            } catch {
                return [
                    "the use of keys is not in the log of the key store, which cannot be written: \(error)"
                ]
            }
        }
        return []
    }
}
