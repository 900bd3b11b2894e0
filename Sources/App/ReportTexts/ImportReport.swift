import FoundationEssentials
package import KeyRecordFormats
import KeyStore

/// The result of an import, or of its dry run.
package struct ImportReport: Encodable {
    struct Key: Encodable {
        let contentID: String
        let track: String
        let period: Int
        let generation: Int
        /// The key id, or nil in a dry run if the store is to generate one.
        let keyID: String?

        enum CodingKeys: String, CodingKey {
            case contentID = "content_id"
            case track, period, generation
            case keyID = "key_id"
        }

        init(_ identity: KeyIdentity, _ keyID: UUID?) {
            contentID = identity.contentID.value
            track = identity.track
            period = identity.period
            generation = identity.generation
            self.keyID = keyID?.uuidString.lowercased()
        }
    }

    let isDryRun: Bool
    /// The number of keys that were not in the store before.
    let newCount: Int
    let keys: [Key]

    enum CodingKeys: String, CodingKey {
        case isDryRun = "dry_run"
        case newCount = "new"
        case keys
    }

    /// Creates the report of a dry run.
    package init(planned: KeyImport.Preview) {
        isDryRun = true
        newCount = planned.newCount
        keys = planned.keys.map { Key($0.identity, $0.keyID) }
    }

    /// Creates the report of an import.
    package init(stored: KeyImport.Result) {
        isDryRun = false
        newCount = stored.newCount
        keys = stored.records.map { Key($0.identity, $0.keyID) }
    }

    /// The human-readable report.
    package var text: String {
        var table = TextTable("CONTENT ID", "TRACK", "PERIOD", "GENERATION", "KEY ID")
        for key in keys {
            table.add(
                key.contentID,
                key.track,
                String(key.period),
                String(key.generation),
                key.keyID ?? "(new)"
            )
        }
        let verb = isDryRun ? "would be" : "are"
        let summary = "\(keys.count) \(keys.count == 1 ? "key" : "keys"), \(newCount) of which \(verb) new.\n"
        return table.text + summary
    }
}
