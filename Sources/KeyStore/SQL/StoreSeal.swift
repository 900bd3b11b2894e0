internal import Ciphers
internal import Foundation

/// The row that ties a store to its key-encryption key, and the media digest key sealed in it.
///
/// Both secrets are bound to their purpose and to the store's id: length-prefixed fields of the text
/// `fairlead-store-check` or `fairlead-media-digest-key`, the number 1 (version of this form) and the id's 16 bytes.
enum StoreSeal {
    /// What a seal holds.
    struct Contents {
        let mediaDigestKey: ContentKey
    }

    private static let checkValue = Array("fairlead key store".utf8)

    /// Seals an empty store; one that has a seal keeps it.
    static func insert(into session: any SQLSession, kek: KeyEncryptionKey) throws(KeyStoreError) {
        let storeID = UUID()
        let sealed = try seal(SecretBytes.random(count: ContentKey.byteCount), storeID, kek)
        try session.execute(
            """
            INSERT INTO store (id, store_id, kek_fingerprint, kek_check, media_digest_key, created_at)
            VALUES (1, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                SQLValue(storeID), .text(kek.fingerprint), .bytes(sealed.check),
                .bytes(sealed.mediaDigestKey), SQLValue(Date()),
            ]
        )
    }

    /// What the seal holds, if `kek` is the store's.
    static func open(
        _ session: any SQLSession,
        kek: KeyEncryptionKey,
        label: String
    ) throws(KeyStoreError) -> Contents {
        let row = try session.first(
            "SELECT store_id, kek_fingerprint, kek_check, media_digest_key FROM store",
            []
        )
        guard let row, let storeID = UUID(bytes: try row.bytes(0)) else {
            throw .corrupted(path: label, reason: "it has no seal")
        }
        let fingerprint = try row.text(1)
        guard fingerprint == kek.fingerprint else {
            throw .wrongKeyEncryptionKey(path: label, given: kek.fingerprint, expected: fingerprint)
        }
        let (check, mediaDigestKey) = (try row.bytes(2), try row.bytes(3))
        do {
            _ = try kek.open(check, additionalData: additionalData("fairlead-store-check", storeID))
            let secret = try kek.open(
                mediaDigestKey,
                additionalData: additionalData("fairlead-media-digest-key", storeID)
            )
            return Contents(mediaDigestKey: try ContentKey(secret))
        } catch {
            throw .corrupted(path: label, reason: "its seal does not authenticate")
        }
    }

    private static func seal(
        _ mediaDigestKey: borrowing SecretBytes,
        _ storeID: UUID,
        _ kek: KeyEncryptionKey
    ) throws(KeyStoreError) -> (check: [UInt8], mediaDigestKey: [UInt8]) {
        do {
            return (
                try kek.seal(
                    SecretBytes(copying: checkValue),
                    additionalData: additionalData("fairlead-store-check", storeID)
                ),
                try kek.seal(
                    mediaDigestKey,
                    additionalData: additionalData("fairlead-media-digest-key", storeID)
                )
            )
        } catch {
            throw .fault("\(error)")
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
