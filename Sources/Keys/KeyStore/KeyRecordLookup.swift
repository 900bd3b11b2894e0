package import Ciphers
package import Failures
package import FoundationEssentials

/// Read access to key records and the data about them: all that verification needs of a store.
package protocol KeyRecordLookup: Sendable {
    /// The name of the store for messages, without a password.
    var label: String { get }

    /// The key for the `MediaAuthenticationCode`s of media, created with the store and wrapped like a content
    /// key.
    var mediaDigestKey: ContentKey { get }

    /// Returns the key with the id `keyID`, or nil if the store has none.
    func record(keyID: UUID) throws(RunFailure) -> KeyRecord?

    /// Returns all keys of a title, ordered by track, period and generation.
    func records(of contentID: ContentID) throws(RunFailure) -> [KeyRecord]

    /// Returns the signalling of a key, oldest first.
    func signalling(of keyID: UUID) throws(RunFailure) -> [Signalling]

    /// Returns the keys that were signalled with this URI in any tree, each once.
    func keys(signalledAs uri: String) throws(RunFailure) -> [KeyRecord]

    /// Returns the uses of a key on media, oldest first.
    func uses(of keyID: UUID) throws(RunFailure) -> [MediaUse]

    /// Returns the state of a key; throws `.unknownKey` if the store does not have it.
    func state(of keyID: UUID) throws(RunFailure) -> KeyState

    /// Returns the newest record of a published tree (folder of playlists and media) of a title, at any path.
    ///
    /// If `row` is given, only records with a lower row number are considered.
    func publishedTree(of contentID: ContentID, before row: Int64?) throws(RunFailure) -> TreeRecord?
}
