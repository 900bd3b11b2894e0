/// What the log says of something that a store refused.
struct Denial {
    let subject: String
    let detail: String

    /// Nil for errors that are nobody's attempt.
    init?(_ error: KeyStoreError) {
        switch error {
        case .contradiction(let identity, _), .revoked(let identity), .uriNamesAnotherKey(let identity):
            subject = identity.contentID.value
        case .mixedKeyLengths(let identity, _, _, _), .otherReading(let identity, _, _),
            .exposedKey(let identity, .initializationVector, _), .exposedKey(let identity, .keyID, _),
            .exposedKey(let identity, .keyURI, _), .exposedStoredKey(let identity, _):
            subject = identity.contentID.value
        case .exposedKey(_, .contentID, _), .exposedKey(_, .track, _):
            // The identity says the key.
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
