extension AuditRecorder {
    /// Notes in the store's log that keys are about to encrypt media, again or for the first time.
    ///
    /// - Parameters:
    ///   - records: the keys.
    ///   - what: what is made with them: the folder of the tree.
    /// - Throws: what writing the log throws.
    package func noteEncryption(with records: [KeyRecord], of what: String) throws(KeyStoreError) {
        for (title, keys) in Self.counted(records) {
            try note(.use, subject: title.value, detail: "\(keys) to encrypt \(what)")
        }
    }

    /// Notes in the store's log that keys are about to be used to read media or to make their documents.
    ///
    /// - Parameters:
    ///   - records: the keys.
    ///   - what: what they are used on: the playlist.
    /// - Throws: what writing the log throws.
    package func noteDecryption(with records: [KeyRecord], of what: String) throws(KeyStoreError) {
        for (title, keys) in Self.counted(records) {
            try note(.decrypt, subject: title.value, detail: "\(keys) for \(what)")
        }
    }

    /// How many keys each title has among them, in words.
    private static func counted(_ records: [KeyRecord]) -> [(title: ContentID, keys: String)] {
        Dictionary(grouping: Set(records.map(\.identity)), by: \.contentID)
            .sorted { $0.key < $1.key }
            .map { title, keys in (title, "\(keys.count) \(keys.count == 1 ? "key" : "keys")") }
    }
}
