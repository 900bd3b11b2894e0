package import Ciphers
package import FoundationEssentials
package import ProtectionTerms

/// A stored key; only a store creates it, and it never changes.
package struct KeyRecord: Sendable {
    /// The identity of the key.
    package let identity: KeyIdentity
    /// The key id, unique in a store.
    package let keyID: UUID
    /// The content key.
    package let key: ContentKey
    /// The IV of the key: the constant IV in EXT-X-KEY, or the IV that a license server delivers with the
    /// key.
    package let iv: InitializationVector
    /// The time when the key was stored, in whole seconds.
    package let createdAt: Date

    /// The IV, or nil if nothing uses it.
    ///
    /// It is nil for a key of 32 bytes, because AES-256-GCM segments have their own IVs, and if the IV
    /// reveals the key.
    package var usedIV: InitializationVector? {
        key.length == .bits256 || exposure == .initializationVector ? nil : iv
    }

    /// Creates a record from its parts; only a store creates records of stored keys.
    package init(
        identity: KeyIdentity,
        keyID: UUID,
        key: ContentKey,
        iv: InitializationVector,
        createdAt: Date
    ) {
        self.identity = identity
        self.keyID = keyID
        self.key = key
        self.iv = iv
        self.createdAt = createdAt
    }
}

/// A request for a key: given values must equal the stored ones; the others are proposed, for a key that is
/// not stored yet.
package struct KeyDraft: Sendable {
    /// The identity of the key.
    package let identity: KeyIdentity
    /// The given key id, or nil if any is acceptable.
    package let keyID: UUID?
    /// The given key (`--key-file`), or nil if any is acceptable.
    package let key: ContentKey?
    /// The given IV, or nil if any is acceptable.
    package let iv: InitializationVector?
    /// The record that is stored if there is none.
    ///
    /// It has the given values, else a random key, a random IV and a random UUID (version 4).
    package let proposal: KeyRecord
    /// The origin of the key, for the log of the store.
    package let origin: KeyOrigin

    /// Creates a request for the key of `identity`.
    ///
    /// Without an origin, a given key counts as imported and any other as minted. A given key has its own
    /// length; `keyLength` is that of a generated one.
    package init(
        identity: KeyIdentity,
        keyID: UUID? = nil,
        key: ContentKey? = nil,
        iv: InitializationVector? = nil,
        origin: KeyOrigin? = nil,
        keyLength: KeyLength = .bits128
    ) {
        self.origin = origin ?? (key == nil ? .minted : .imported)
        self.identity = identity
        self.keyID = keyID
        self.key = key
        self.iv = iv
        proposal = KeyRecord(
            identity: identity,
            keyID: keyID ?? UUID(),
            key: key ?? .random(keyLength),
            iv: iv ?? .random(),
            createdAt: Date()
        )
    }

    /// Returns the name of a given value that differs from `record`, or nil if there is none.
    package func contradiction(with record: KeyRecord) -> String? {
        if let keyID, keyID != record.keyID { return "key id" }
        if let key, key != record.key { return "key" }
        if let iv, iv != record.iv { return "initialization vector" }
        return nil
    }
}

/// The origin of a key in a store.
package enum KeyOrigin: String, CaseIterable, Sendable {
    /// Generated at random.
    case minted
    /// Derived from a master secret (`--derive-from`).
    case derived
    /// Given by the user: `--key-file`, `keys import`.
    case imported
    /// Supplied by a key server (`--key-server`).
    case supplied
}
