import Ciphers
import Failures
import FoundationEssentials
import KeyStore

/// A key lookup that finds no key.
///
/// A presentation that is expected to be clear is verified with it, without opening a store.
struct NoKeyRecords: KeyRecordLookup {
    let label = "no key store"
    /// A random key: its MACs are never compared with recorded ones.
    let mediaDigestKey = ContentKey.random()

    func record(keyID: UUID) throws(RunFailure) -> KeyRecord? { nil }

    func records(of contentID: ContentID) throws(RunFailure) -> [KeyRecord] { [] }

    func signalling(of keyID: UUID) throws(RunFailure) -> [Signalling] { [] }

    func keys(signalledAs uri: String) throws(RunFailure) -> [KeyRecord] { [] }

    func uses(of keyID: UUID) throws(RunFailure) -> [MediaUse] { [] }

    func state(of keyID: UUID) throws(RunFailure) -> KeyState { throw .unknownKey(keyID) }

    func publishedTree(of contentID: ContentID, before row: Int64?) throws(RunFailure) -> TreeRecord? {
        nil
    }
}
