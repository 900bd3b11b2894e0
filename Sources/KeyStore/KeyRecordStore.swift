package import Ciphers
package import Foundation

/// Key records and what is known beside them, durable before a call returns.
///
/// Stores are safe to share between threads and processes. What they return was read from the store, never what was
/// about to be written: a run that lost a race gets the winner's key.
package protocol KeyRecordStore: Sendable {
    /// The key for `MediaAuthenticationCode`s of media: made with the store, and sealed like a content key.
    var mediaDigestKey: ContentKey { get }

    /// The key of `identity`, if it was minted.
    func record(_ identity: KeyIdentity) throws(KeyStoreError) -> KeyRecord?

    /// The key with the id `keyID`, if it is known.
    func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord?

    /// All keys of a title, ordered by track, period and generation.
    func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord]

    /// All keys, ordered by identity.
    func allRecords() throws(KeyStoreError) -> [KeyRecord]

    /// The highest generation that a title has keys of; nil if it has none.
    func latestGeneration(of contentID: ContentID) throws(KeyStoreError) -> Int?

    /// The stored keys for `drafts`, in their order; those that are missing are minted, all or none.
    ///
    /// Throws `.contradiction`, and mints nothing, if a draft gives a key, vector or key id that is not the stored one.
    func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord]

    /// Records signalling, all or none; what is there already stays as it is.
    func addSignalling(_ signalling: [Signalling]) throws(KeyStoreError)

    /// How a key was signalled, oldest first.
    func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling]

    /// The keys that were signalled with this URI, in any tree, each once.
    func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord]

    /// Records what keys were used on, all or nothing.
    ///
    /// A key that was last used on other media of the same rendition is refused with `.mediaChanged`, which names every
    /// such rendition, unless `reuse` allows it.
    func recordUses(_ uses: [MediaUse], reuse: KeyReuse) throws(KeyStoreError)

    /// What a key was used on, oldest first.
    func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse]

    /// The newest policy of a key, if there is one.
    func policy(of keyID: UUID) throws(KeyStoreError) -> KeyPolicy?
}
