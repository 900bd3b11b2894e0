import Ciphers
import Failures
import KeyStore
import ProtectionTerms

/// The key length of each generation of a title, in the store and in a file that is to be imported.
struct GenerationKeyLengths {
    private struct Generation: Hashable {
        let contentID: ContentID
        let number: Int
    }

    /// A known key of each generation, all of whose keys must have the same length.
    private var knownKeys: [Generation: (identity: KeyIdentity, length: KeyLength)] = [:]

    /// Adds a key that is not stored yet.
    ///
    /// - Parameters:
    ///   - draft: the key.
    ///   - store: the store that will hold it.
    /// - Throws: `.mixedKeyLengths` if the other keys of its generation have another length.
    mutating func add(_ draft: KeyDraft, to store: any KeyRecordStore) throws(RunFailure) {
        guard let length = draft.key?.length else { return }
        let identity = draft.identity
        let generation = Generation(contentID: identity.contentID, number: identity.generation)
        if knownKeys[generation] == nil {
            let storedRecord = try store.records(of: generation.contentID)
                .first { $0.identity.generation == generation.number }
            knownKeys[generation] = storedRecord.map { ($0.identity, $0.key.length) } ?? (identity, length)
        }
        guard let otherKey = knownKeys[generation] else { return }
        try identity.checkKeyLength(length, beside: otherKey.identity, otherKey.length)
    }
}
