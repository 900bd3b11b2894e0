internal import Ciphers
internal import Foundation

extension SQLKeyStore {
    package func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord] {
        try write { (session) throws(KeyStoreError) in
            var records: [KeyRecord?] = Array(repeating: nil, count: drafts.count)
            // In one order, so that no two writers wait for each other's rows.
            for index in drafts.indices.sorted(by: { drafts[$0].identity < drafts[$1].identity }) {
                records[index] = try findOrCreate(drafts[index], in: session)
            }
            return records.compactMap(\.self)
        }
    }

    /// The key as it is stored when this transaction commits.
    func findOrCreate(_ draft: KeyDraft, in session: any SQLSession) throws(KeyStoreError) -> KeyRecord {
        if let stored = try fetch(draft.identity, from: session) {
            if let what = draft.contradiction(with: stored) {
                throw .contradiction(draft.identity, what: what)
            }
            return stored
        }
        guard try insert(draft, into: session) else {
            // Not because of its identity.
            throw .contradiction(draft.identity, what: "key id")
        }
        guard let stored = try fetch(draft.identity, from: session) else {
            throw .corrupted(path: label, reason: "a new key is not there")
        }
        return stored
    }

    /// False if the row was not inserted because there is such an identity or key id.
    private func insert(_ draft: KeyDraft, into session: any SQLSession) throws(KeyStoreError) -> Bool {
        let keyID = draft.keyID ?? UUID()
        let sealed = try seal(draft.key ?? .random(), draft.iv ?? .random(), draft.identity, keyID)
        let count = try session.execute(
            """
            INSERT INTO content_keys (content_id, track, period, generation, key_id, sealed, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            draft.identity.parameters + [SQLValue(keyID), .bytes(sealed), SQLValue(Date())]
        )
        return count == 1
    }

    private func seal(
        _ key: ContentKey,
        _ iv: InitializationVector,
        _ identity: KeyIdentity,
        _ keyID: UUID
    ) throws(KeyStoreError) -> [UInt8] {
        do {
            return try SealedKey.seal(key, iv, identity: identity, keyID: keyID, kek: kek)
        } catch {
            throw .fault("\(error)")
        }
    }
}
