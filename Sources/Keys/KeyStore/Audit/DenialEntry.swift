/// The subject and detail of an audit entry about a request that a store refused.
struct DenialEntry {
    let subject: String
    let detail: String

    /// Describes a refusal; nil for errors that are not attempts at anything forbidden.
    init?(_ error: KeyStoreError) {
        switch error {
        case .contradiction(let identity, _), .revoked(let identity), .uriNamesAnotherKey(let identity):
            subject = identity.contentID.value
        case .mixedKeyLengths(let identity, _, _, _), .keyOfOtherLength(let identity, _, _),
            .exposedKey(let identity, .initializationVector, _), .exposedKey(let identity, .keyID, _),
            .exposedKey(let identity, .keyURI, _), .exposedStoredKey(let identity, _):
            subject = identity.contentID.value
        case .exposedKey(_, .contentID, _), .exposedKey(_, .track, _):
            // The identity reveals the key.
            subject = "key store"
        case .mediaChanged(let conflicts):
            subject = conflicts.first?.identity.contentID.value ?? "key store"
        case .wrongKeyEncryptionKey:
            subject = "key store"
        default:
            return nil
        }
        detail = error.description
    }
}
