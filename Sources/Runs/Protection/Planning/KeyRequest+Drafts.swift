import FoundationEssentials
import KeyStore
import ProtectionTerms

extension KeyRequest {
    /// The wish for the key of `identity`; one that has no id of its own yet gets `proposedKeyID`, unless another run is
    /// first.
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

    /// The id that the key has to have; nil if any will do.
    ///
    /// A stored key that is not the derived one is refused.
    func givenKeyID(
        _ identity: KeyIdentity,
        stored record: KeyRecord?,
        _ keyLength: KeyLength
    ) throws(KeyStoreError) -> UUID? {
        guard let masterSecret else { return providedKey?.keyID }
        let draft = try masterSecret.draft(identity, keyLength: keyLength)
        if let record, let what = draft.contradiction(with: record) {
            throw .contradiction(identity, what: "derived " + what)
        }
        return draft.keyID
    }
}
