import Ciphers
import Foundation
import KeyStore

/// The store of a presentation that is to be clear: nothing is in it, and no file is opened.
struct NoKeyStore: KeyRecordStore {
    /// Of no use: media of no record have digests.
    let mediaDigestKey = ContentKey.random()

    func record(_ identity: KeyIdentity) throws(KeyStoreError) -> KeyRecord? { nil }

    func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord? { nil }

    func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] { [] }

    func allRecords() throws(KeyStoreError) -> [KeyRecord] { [] }

    func latestGeneration(of contentID: ContentID) throws(KeyStoreError) -> Int? { nil }

    func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord] { throw Self.fault }

    func addSignalling(_ signalling: [Signalling]) throws(KeyStoreError) { throw Self.fault }

    func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling] { [] }

    func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord] { [] }

    func recordUses(_ uses: [MediaUse], reuse: KeyReuse) throws(KeyStoreError) { throw Self.fault }

    func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse] { [] }

    func policy(of keyID: UUID) throws(KeyStoreError) -> KeyPolicy? { nil }

    private static var fault: KeyStoreError {
        .fault("a key was minted for a presentation that is to be clear")
    }
}
