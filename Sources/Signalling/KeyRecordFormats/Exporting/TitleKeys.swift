import KeyStore

/// The keys of one title, for formats that have to see all of them.
struct TitleKeys {
    private(set) var keys: [ExportableKey] = []

    var contentID: ContentID? { keys.first?.record.identity.contentID }

    /// Whether any key is of a later period than the first.
    var isRotated: Bool { keys.contains { $0.record.identity.period > 0 } }

    /// Adds a key of the same title; false for one of another title, which stays out.
    mutating func append(_ key: ExportableKey) -> Bool {
        guard contentID == nil || contentID == key.record.identity.contentID else { return false }
        keys.append(key)
        return true
    }

    /// Refuses two generations of one track and period: who reads the file could not tell which is in force.
    func checkGenerations(format: String) throws(KeyStoreError) {
        for (key, next) in zip(keys, keys.dropFirst()) {
            let (identity, other) = (key.record.identity, next.record.identity)
            guard identity.track == other.track, identity.period == other.period else { continue }
            throw .notExportable(
                reason:
                    "\(other) is there beside generation \(identity.generation), \(format) has one key for a "
                    + "track and period. Name the --generation"
            )
        }
    }
}
