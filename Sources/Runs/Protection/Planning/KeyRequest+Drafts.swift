import FoundationEssentials
import KeyStore
import ProtectionTerms

extension KeyRequest {
    /// Returns the draft of the key of `identity`.
    ///
    /// A key without a given or derived id gets `proposedKeyID`, unless another run stores the key first.
    func draft(
        _ identity: KeyIdentity,
        proposedKeyID: UUID,
        _ keyLength: KeyLength
    ) throws(KeyStoreError) -> KeyDraft {
        if let masterSecret { return try masterSecret.draft(identity, keyLength: keyLength) }
        return KeyDraft(
            identity: identity,
            keyID: providedKey?.keyID,
            proposedKeyID: proposedKeyID,
            key: providedKey?.key,
            iv: providedKey?.iv,
            keyLength: keyLength
        )
    }

    /// Returns the id that the key must have, or nil if any id will do.
    ///
    /// Throws if the stored key is not the derived one.
    func requiredKeyID(
        _ identity: KeyIdentity,
        stored record: KeyRecord?,
        _ keyLength: KeyLength
    ) throws(KeyStoreError) -> UUID? {
        guard let masterSecret else { return providedKey?.keyID }
        let draft = try masterSecret.draft(identity, keyLength: keyLength)
        if let record, let contradiction = draft.contradiction(with: record) {
            throw .contradiction(identity, field: "derived " + contradiction)
        }
        return draft.keyID
    }
}
