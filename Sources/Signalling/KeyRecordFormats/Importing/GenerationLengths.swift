import Ciphers
import KeyStore
import ProtectionTerms

/// How long the keys of each generation of a title are, in a store and in a file that is going to be stored there.
struct GenerationLengths {
    private struct Generation: Hashable {
        let contentID: ContentID
        let number: Int
    }

    /// A key of each generation that was looked at: all of one have one length.
    private var known: [Generation: (identity: KeyIdentity, length: KeyLength)] = [:]

    /// Adds a key that is not stored yet.
    ///
    /// - Parameters:
    ///   - draft: the key.
    ///   - store: where it is going to be.
    /// - Throws: `.mixedKeyLengths` for one that is longer or shorter than the others of its generation.
    mutating func add(_ draft: KeyDraft, to store: any KeyRecordStore) throws(KeyStoreError) {
        guard let length = draft.key?.length else { return }
        let identity = draft.identity
        let generation = Generation(contentID: identity.contentID, number: identity.generation)
        if known[generation] == nil {
            let stored = try store.records(of: generation.contentID)
                .first { $0.identity.generation == generation.number }
            known[generation] = stored.map { ($0.identity, $0.key.length) } ?? (identity, length)
        }
        guard let other = known[generation] else { return }
        try identity.checkKeyLength(length, beside: other.identity, other.length)
    }
}
