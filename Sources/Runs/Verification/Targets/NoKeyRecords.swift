import Ciphers
import FoundationEssentials
import KeyStore

/// Finds no key: for a presentation that is to be clear, whose verification opens no store.
struct NoKeyRecords: KeyRecordLookup {
    let label = "no key store"
    /// Of no use: media of no record have digests.
    let mediaDigestKey = ContentKey.random()

    func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord? { nil }

    func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] { [] }

    func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling] { [] }

    func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord] { [] }

    func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse] { [] }

    func state(of keyID: UUID) throws(KeyStoreError) -> KeyState { throw .unknownKey(keyID) }

    func publishedTree(of contentID: ContentID, before row: Int64?) throws(KeyStoreError) -> TreeRecord? {
        nil
    }
}
