package import Ciphers
package import FoundationEssentials
package import ProtectionTerms

/// A stored key; only a store makes one, and it never changes.
package struct KeyRecord: Sendable {
    /// What the key is for.
    package let identity: KeyIdentity
    /// The key's own id, unique in a store.
    package let keyID: UUID
    /// The content key.
    package let key: ContentKey
    /// The vector that belongs to the key: the constant one of a key line, or the one a key server hands out.
    package let iv: InitializationVector
    /// When it was minted, in whole seconds.
    package let createdAt: Date

    /// The vector, where anything uses it; nil for keys of 32 bytes, as segments of AES-256-GCM have vectors of their own, and
    /// where it is the key.
    package var usedIV: InitializationVector? {
        key.length == .bits256 || exposure == .initializationVector ? nil : iv
    }

    /// A record from its parts; only those of a store name keys that anybody has.
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

/// A wish for a key: what is given has to be what is stored, what is nil the store draws when it has to mint.
package struct KeyDraft: Sendable {
    /// What the key is for.
    package let identity: KeyIdentity
    /// A given id; nil if any will do.
    package let keyID: UUID?
    /// The id that a key of any id gets when it is minted; nil for a fresh version-4 UUID.
    package let proposedKeyID: UUID?
    /// A given key (`--key-file`), or nil for a fresh one.
    package let key: ContentKey?
    /// A given vector, or nil for a fresh one.
    package let iv: InitializationVector?
    /// How the key comes into the store, for its log.
    package let origin: KeyOrigin
    /// How long a key is that the store draws.
    package let keyLength: KeyLength

    /// A wish for the key of `identity`; without an origin, one that is given counts as imported.
    ///
    /// `keyLength` is how long a fresh key is to be; a given key has its own.
    package init(
        identity: KeyIdentity,
        keyID: UUID? = nil,
        proposedKeyID: UUID? = nil,
        key: ContentKey? = nil,
        iv: InitializationVector? = nil,
        origin: KeyOrigin? = nil,
        keyLength: KeyLength = .bits128
    ) {
        self.keyLength = key?.length ?? keyLength
        self.origin = origin ?? (key == nil ? .minted : .imported)
        self.identity = identity
        self.keyID = keyID
        self.proposedKeyID = proposedKeyID
        self.key = key
        self.iv = iv
    }

    /// The part in which `record` differs from what was given, in words; nil if there is none.
    package func contradiction(with record: KeyRecord) -> String? {
        if let keyID, keyID != record.keyID { return "key id" }
        if let key, key != record.key { return "key" }
        if let iv, iv != record.iv { return "initialization vector" }
        return nil
    }
}
