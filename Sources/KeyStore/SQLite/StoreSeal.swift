internal import Ciphers
internal import Foundation
internal import GRDB

/// The row that ties a store to its key-encryption key, and the media digest key sealed in it.
///
/// Both secrets are bound to their purpose and to the store's id: length-prefixed fields of the text
/// `fairlead-store-check` or `fairlead-media-digest-key`, the number 1 (version of this form) and the id's 16 bytes.
enum StoreSeal {
    private static let checkValue = Array("fairlead key store".utf8)

    /// Seals an empty store.
    static func insert(into database: Database, kek: KeyEncryptionKey) throws {
        let storeID = UUID()
        let check = try kek.seal(
            SecretBytes(copying: checkValue),
            additionalData: additionalData("fairlead-store-check", storeID)
        )
        let mediaDigestKey = try kek.seal(
            SecretBytes.random(count: ContentKey.byteCount),
            additionalData: additionalData("fairlead-media-digest-key", storeID)
        )
        try database.execute(
            sql: """
                INSERT INTO store (id, store_id, kek_fingerprint, kek_check, media_digest_key, created_at)
                VALUES (1, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(storeID.bytes), kek.fingerprint, Data(check), Data(mediaDigestKey), Date().storedSeconds,
            ]
        )
    }

    /// The media digest key, if `kek` is the store's.
    static func open(_ database: Database, kek: KeyEncryptionKey, path: String) throws -> ContentKey {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT store_id, kek_fingerprint, kek_check, media_digest_key FROM store"
        )
        guard let row, let storeID = UUID(bytes: Array(try row.decode(Data.self, atIndex: 0))) else {
            throw KeyStoreError.corrupted(path: path, reason: "it has no seal")
        }
        let fingerprint = try row.decode(String.self, atIndex: 1)
        guard fingerprint == kek.fingerprint else {
            throw KeyStoreError.wrongKeyEncryptionKey(
                path: path,
                given: kek.fingerprint,
                expected: fingerprint
            )
        }
        do {
            _ = try kek.open(
                Array(try row.decode(Data.self, atIndex: 2)),
                additionalData: additionalData("fairlead-store-check", storeID)
            )
            let secret = try kek.open(
                Array(try row.decode(Data.self, atIndex: 3)),
                additionalData: additionalData("fairlead-media-digest-key", storeID)
            )
            return try ContentKey(secret)
        } catch is CipherError {
            throw KeyStoreError.corrupted(path: path, reason: "its seal does not authenticate")
        }
    }

    private static func additionalData(_ purpose: String, _ storeID: UUID) -> [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append(purpose)
        fields.append(1)
        fields.append(storeID)
        return fields.bytes
    }
}

extension Date {
    /// Whole seconds since 1970; 0 for a date that no calendar reaches.
    var storedSeconds: Int64 {
        Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? 0
    }

    init(storedSeconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(storedSeconds))
    }
}
