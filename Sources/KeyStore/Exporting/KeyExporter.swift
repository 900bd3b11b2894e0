package import Ciphers

/// One key with what is known beside it.
package struct ExportableKey: Sendable {
    /// The key.
    package let record: KeyRecord
    /// How it was signalled, oldest first.
    package let signalling: [Signalling]
    /// The newest policy.
    package let policy: KeyPolicy?

    init(record: KeyRecord, signalling: [Signalling], policy: KeyPolicy?) {
        self.record = record
        self.signalling = signalling
        self.policy = policy
    }
}

/// A format in which keys leave the store.
///
/// The formats here hold the keys in the clear. Whether that is allowed is for the caller to know (`--allow-plaintext`).
package protocol KeyExporter: Sendable {
    /// What `keys export --as` calls the format.
    static var name: String { get }

    /// The bytes of a file with `keys`.
    func export(_ keys: [ExportableKey]) throws(KeyStoreError) -> SecretBytes
}

/// The formats that exist: a new one is one file and one line here.
package enum ExportFormats {
    /// Every format with its usual settings.
    package static let all: [any KeyExporter] = [
        JSONLinesExporter(),
        KeyFileExporter(),
    ]
}

extension KeyRecordStore {
    /// The keys of one title, or all, ready to be exported, ordered by identity.
    package func exportableKeys(of contentID: ContentID?) throws(KeyStoreError) -> [ExportableKey] {
        let records = if let contentID { try records(of: contentID) } else { try allRecords() }
        var keys: [ExportableKey] = []
        for record in records {
            keys.append(
                ExportableKey(
                    record: record,
                    signalling: try signalling(of: record.keyID),
                    policy: try policy(of: record.keyID)
                )
            )
        }
        return keys
    }
}
