import Ciphers
import FoundationEssentials
import KeyStore

/// A key lookup that finds no key.
///
/// A presentation that is expected to be clear is verified with it, without opening a store.
struct NoKeyRecords: KeyRecordLookup {
    let label = "no key store"
    /// A random key: its MACs are never compared with recorded ones.
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
