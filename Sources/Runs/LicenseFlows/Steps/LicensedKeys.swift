import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// A key record lookup over the keys that licenses delivered, so that verification decrypts with these keys
/// only.
struct LicensedKeys: KeyRecordLookup {
    /// A delivered key.
    struct Delivered {
        /// The key URI that it was requested for.
        let uri: String
        let key: ContentKey
        let iv: InitializationVector
        /// The key record, or nil if the key is in no key store.
        let record: KeyRecord?
        /// The key id, or nil if neither record, exported file nor key line has it; FairPlay licenses have
        /// none.
        let keyID: UUID?
    }

    let label = "the licenses"
    let mediaDigestKey: ContentKey
    private let store: (any KeyRecordStore)?
    /// Indicates whether all key ids are known; unknown ones are replaced with random ids.
    let hasAllKeyIDs: Bool
    private let records: [(uri: [UInt8], record: KeyRecord)]

    /// Creates records for delivered keys.
    ///
    /// - Parameters:
    ///   - delivered: the keys.
    ///   - store: the key store with the recorded uses of the keys, or nil for none.
    /// - Throws: never in practice, because the stand-in title is valid.
    init(_ delivered: [Delivered], of store: (any KeyRecordStore)?) throws(RunFailure) {
        self.store = store
        mediaDigestKey = store?.mediaDigestKey ?? .random()
        let title = try ContentID("rehearsal")
        var records: [(uri: [UInt8], record: KeyRecord)] = []
        for (index, key) in delivered.enumerated() {
            let standInIdentity = try KeyIdentity(
                contentID: title,
                track: TrackClass.wholePresentation,
                period: index,
                generation: 1
            )
            let record = KeyRecord(
                identity: key.record?.identity ?? standInIdentity,
                keyID: key.keyID ?? UUID(),
                key: key.key,
                iv: key.iv,
                createdAt: Date()
            )
            records.append((Array(key.uri.utf8), record))
        }
        self.records = records
        hasAllKeyIDs = delivered.allSatisfy { $0.keyID != nil }
    }

    func record(keyID: UUID) throws(RunFailure) -> KeyRecord? {
        records.first { $0.record.keyID == keyID }?.record
    }

    /// Returns the delivered keys, followed by the title's other keys in the key store.
    func records(of contentID: ContentID) throws(RunFailure) -> [KeyRecord] {
        let delivered = records.map(\.record)
        let ids = Set(delivered.map(\.keyID))
        return delivered + (try store?.records(of: contentID) ?? []).filter { !ids.contains($0.keyID) }
    }

    func signalling(of keyID: UUID) throws(RunFailure) -> [Signalling] { [] }

    func keys(signalledAs uri: String) throws(RunFailure) -> [KeyRecord] {
        let bytes = Array(uri.utf8)
        return records.filter { $0.uri == bytes }.map(\.record)
    }

    func uses(of keyID: UUID) throws(RunFailure) -> [MediaUse] { try store?.uses(of: keyID) ?? [] }

    func state(of keyID: UUID) throws(RunFailure) -> KeyState { .active }

    func publishedTree(of contentID: ContentID, before row: Int64?) throws(RunFailure) -> TreeRecord? {
        try store?.publishedTree(of: contentID, before: row)
    }
}
