package import Ciphers
package import FoundationEssentials

/// Finds key records and what is known beside them, and changes nothing: all that verification needs of a store.
package protocol KeyRecordLookup: Sendable {
    /// Names the store in messages, without a password.
    var label: String { get }

    /// The key for `MediaAuthenticationCode`s of media: made with the store, and sealed like a content key.
    var mediaDigestKey: ContentKey { get }

    /// The key with the id `keyID`, if it is known.
    func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord?

    /// All keys of a title, ordered by track, period and generation.
    func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord]

    /// How a key was signalled, oldest first.
    func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling]

    /// The keys that were signalled with this URI, in any tree, each once.
    func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord]

    /// What a key was used on, oldest first.
    func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse]

    /// Whether a key, which has to be there, may be used.
    func state(of keyID: UUID) throws(KeyStoreError) -> KeyState

    /// The newest record of what was published of a title, wherever; of those before a row if one is named.
    func publishedTree(of contentID: ContentID, before row: Int64?) throws(KeyStoreError) -> TreeRecord?
}
