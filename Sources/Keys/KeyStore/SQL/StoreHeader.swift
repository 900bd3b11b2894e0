import Ciphers
import Failures
import FoundationEssentials
import KeyEncryption
import ProtectionTerms
import WipedMemory

/// The row that binds a store to its key-encryption key, and contains the wrapped media digest key.
///
/// A check value and the media digest key are encrypted under the key-encryption key, with additional data
/// that bind them to their purpose and to the store's id: length-prefixed fields of the text
/// `fairlead-store-check` or `fairlead-media-digest-key`, the number 1 (version of this form) and the id's 16
/// bytes. For the check of a test store, its kind is one more field: no edit of the row makes it a production
/// store.
enum StoreHeader {
    struct Contents {
        let storeID: UUID
        let kind: StoreKind
        let mediaDigestKey: ContentKey
        /// The time when the store was restored from a backup, or nil if it was not.
        let restoredAt: Date?
    }

    private static let checkValue = Array("fairlead key store".utf8)

    /// Initializes an empty store; returns false for a store that has the row, which it keeps.
    static func insert(
        into session: any SQLSession,
        kek: KeyEncryptionKey,
        kind: StoreKind,
        storeID: UUID = UUID(),
        mediaDigestKey: ContentKey = .random(),
        createdAt: Date = Date(),
        restoredAt: Date? = nil
    ) throws(RunFailure) -> Bool {
        let sealed = try seal(mediaDigestKey, storeID, kind, kek)
        let count = try session.execute(
            """
            INSERT INTO store (id, store_id, kek_fingerprint, kek_check, media_digest_key, created_at, kind, restored_at)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                SQLValue(storeID), .text(kek.fingerprint), .bytes(sealed.check),
                .bytes(sealed.mediaDigestKey), SQLValue(createdAt), .text(kind.rawValue),
                restoredAt.map { SQLValue($0) } ?? .null,
            ]
        )
        return count == 1
    }

    /// Encrypts the row, which must be under `oldKey`, under another key.
    static func replace(
        in session: any SQLSession,
        _ oldKey: KeyEncryptionKey,
        with newKey: KeyEncryptionKey,
        label: String
    ) throws(RunFailure) {
        let contents = try open(session.query(statements), kek: oldKey, label: label)
        let sealed = try seal(contents.mediaDigestKey, contents.storeID, contents.kind, newKey)
        try session.execute(
            "UPDATE store SET kek_fingerprint = ?, kek_check = ?, media_digest_key = ?",
            [.text(newKey.fingerprint), .bytes(sealed.check), .bytes(sealed.mediaDigestKey)]
        )
    }

    /// Indicates whether `kek` is the present key-encryption key of the store.
    static func isWrapped(_ session: any SQLSession, under kek: KeyEncryptionKey) throws(RunFailure)
        -> Bool
    {
        try session.first("SELECT kek_fingerprint FROM store", [])?.text(0) == kek.fingerprint
    }

    /// The statement whose row ``checkFingerprint(_:kek:label:)`` takes.
    static let fingerprintStatement = SQLStatement("SELECT kek_fingerprint FROM store")

    /// Throws if `kek` is not the present key-encryption key of the store, whose fingerprint is in `row`.
    static func checkFingerprint(
        _ row: SQLRow?,
        kek: KeyEncryptionKey,
        label: String
    ) throws(RunFailure) {
        guard let row else { throw .corrupted(path: label, reason: "its header is missing") }
        let fingerprint = try row.text(0)
        guard fingerprint == kek.fingerprint else {
            throw .wrongKeyEncryptionKey(path: label, found: kek.fingerprint, expected: fingerprint)
        }
    }

    /// The statements whose rows ``open(_:kek:label:)`` takes.
    static let statements = [
        fingerprintStatement,
        SQLStatement("SELECT store_id, kek_check, media_digest_key, kind, restored_at FROM store"),
    ]

    /// Decrypts the contents of the row, which is in the results of ``statements``; throws if `kek` is not the
    /// store's.
    static func open(
        _ results: [[SQLRow]],
        kek: KeyEncryptionKey,
        label: String
    ) throws(RunFailure) -> Contents {
        try checkFingerprint(results[0].first, kek: kek, label: label)
        guard let row = results[1].first, let storeID = UUID(bytes: try row.bytes(0)),
            let kind = StoreKind(rawValue: try row.text(3))
        else {
            throw .corrupted(path: label, reason: "its header is missing or malformed")
        }
        let (check, mediaDigestKey) = (try row.bytes(1), try row.bytes(2))
        let digestKey: ContentKey
        do {
            _ = try kek.decrypt(check, additionalData: checkData(storeID, kind))
            digestKey = try ContentKey(
                kek.decrypt(mediaDigestKey, additionalData: mediaDigestKeyData(storeID))
            )
        } catch {
            throw .corrupted(path: label, reason: "its header does not authenticate")
        }
        guard digestKey.length == .bits128 else {
            throw .corrupted(path: label, reason: "its media digest key does not have 16 bytes")
        }
        return Contents(
            storeID: storeID,
            kind: kind,
            mediaDigestKey: digestKey,
            restoredAt: try row.optionalInteger(4).map { Date(storedSeconds: $0) }
        )
    }

    private static func seal(
        _ mediaDigestKey: ContentKey,
        _ storeID: UUID,
        _ kind: StoreKind,
        _ kek: KeyEncryptionKey
    ) throws(RunFailure) -> (check: [UInt8], mediaDigestKey: [UInt8]) {
        try mapErrors(to: { .fault($0, doing: "encrypting the header of a key store") }) {
            () throws(CipherError) in
            let check = try kek.encrypt(
                SecretBytes(copying: checkValue),
                additionalData: checkData(storeID, kind)
            )
            let secret = mediaDigestKey.withSpan { SecretBytes(copying: $0) }
            return (check, try kek.encrypt(secret, additionalData: mediaDigestKeyData(storeID)))
        }
    }

    private static func checkData(_ storeID: UUID, _ kind: StoreKind) -> [UInt8] {
        var fields = fields("fairlead-store-check", storeID)
        if kind == .test { fields.append(kind.rawValue) }
        return fields.bytes
    }

    private static func mediaDigestKeyData(_ storeID: UUID) -> [UInt8] {
        fields("fairlead-media-digest-key", storeID).bytes
    }

    private static func fields(_ purpose: String, _ storeID: UUID) -> LengthPrefixedFields {
        var fields = LengthPrefixedFields()
        fields.append(purpose)
        fields.append(1)
        fields.append(storeID)
        return fields
    }
}
