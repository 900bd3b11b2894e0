import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// The keys that licenses delivered, as the keys of a store: verification decrypts with them, and knows no others.
struct LicensedKeys: KeyRecordLookup {
    /// A key that was delivered.
    struct Delivered {
        /// The key URI that it was asked for by.
        let uri: String
        let key: ContentKey
        let iv: InitializationVector
        /// Its record; nil where no key store knows it.
        let record: KeyRecord?
        /// Its id; nil where neither record, nor export, nor key line says it: licenses of FairPlay do not.
        let keyID: UUID?
    }

    let label = "the licenses"
    let mediaDigestKey: ContentKey
    private let store: (any KeyRecordStore)?
    /// Whether the ids of all keys are known; one that is not known has any.
    let haveIDs: Bool
    private let records: [(uri: [UInt8], record: KeyRecord)]

    /// Takes the keys of licenses.
    ///
    /// - Parameters:
    ///   - delivered: the keys.
    ///   - store: knows the media that they were used on; nil where nobody does.
    /// - Throws: never in practice: the title that stands for all is a legal one.
    init(_ delivered: [Delivered], of store: (any KeyRecordStore)?) throws(KeyStoreError) {
        self.store = store
        mediaDigestKey = store?.mediaDigestKey ?? .random()
        let title = try ContentID("rehearsal")
        var records: [(uri: [UInt8], record: KeyRecord)] = []
        for (index, key) in delivered.enumerated() {
            let standIn = try KeyIdentity(
                contentID: title,
                track: TrackClass.all,
                period: index,
                generation: 1
            )
            let record = KeyRecord(
                identity: key.record?.identity ?? standIn,
                keyID: key.keyID ?? UUID(),
                key: key.key,
                iv: key.iv,
                createdAt: Date()
            )
            records.append((Array(key.uri.utf8), record))
        }
        self.records = records
        haveIDs = delivered.allSatisfy { $0.keyID != nil }
    }

    func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord? {
        records.first { $0.record.keyID == keyID }?.record
    }

    /// Those of the licenses, then what the key store knows of the title beside them.
    func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] {
        let delivered = records.map(\.record)
        let ids = Set(delivered.map(\.keyID))
        return delivered + (try store?.records(of: contentID) ?? []).filter { !ids.contains($0.keyID) }
    }

    func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling] { [] }

    func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord] {
        let bytes = Array(uri.utf8)
        return records.filter { $0.uri == bytes }.map(\.record)
    }

    func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse] { try store?.uses(of: keyID) ?? [] }

    func state(of keyID: UUID) throws(KeyStoreError) -> KeyState { .active }

    func publishedTree(of contentID: ContentID, before row: Int64?) throws(KeyStoreError) -> TreeRecord? {
        try store?.publishedTree(of: contentID, before: row)
    }
}
