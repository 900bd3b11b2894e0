import Ciphers
import FoundationEssentials
import ProtectionTerms

extension SQLKeyStore {
    package func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord] {
        try write { (session, log) throws(KeyStoreError) in
            try refuseShownKeys(drafts, in: session)
            var records: [KeyRecord?] = Array(repeating: nil, count: drafts.count)
            // In one order, so that no two writers wait for each other's rows.
            for index in drafts.indices.sorted(by: { drafts[$0].identity < drafts[$1].identity }) {
                records[index] = try findOrCreate(drafts[index], in: session, log)
            }
            return records.compactMap(\.self)
        }
    }

    /// The key as it is stored when this transaction commits.
    func findOrCreate(
        _ draft: KeyDraft,
        in session: any SQLSession,
        _ log: AuditLog
    ) throws(KeyStoreError) -> KeyRecord {
        if let stored = try fetch(draft.identity, from: session) {
            try refuseRevoked(stored.keyID, stored.identity, in: session)
            if let what = draft.contradiction(with: stored) {
                throw .contradiction(draft.identity, what: what)
            }
            try stored.refuseExposure()
            return stored
        }
        try draft.refuseOtherReading { (key) throws(KeyStoreError) in
            try keys(withSameKeyAs: key, in: session)
        }
        try draft.refuseExposure { (key) throws(KeyStoreError) in
            try keys(withSameKeyAs: key, in: session)
        }
        guard try insert(draft, into: session) else {
            // Not because of its identity.
            throw .contradiction(draft.identity, what: "key id")
        }
        guard let stored = try fetch(draft.identity, from: session) else {
            throw .corrupted(path: label, reason: "a new key is not there")
        }
        let isOurs = draft.origin == .minted || draft.origin == .derived
        try log.append(
            isOurs ? .create : .import,
            key: stored.keyID,
            stored.identity,
            detail: draft.origin.rawValue
        )
        return stored
    }

    /// Refuses given keys that are shown by what is stored, or given, beside others of their title.
    func refuseShownKeys(_ drafts: [KeyDraft], in session: any SQLSession) throws(KeyStoreError) {
        try drafts.refuseShownKeys { (contentID) throws(KeyStoreError) in
            try records(of: contentID, in: session)
        }
    }

    /// False if the row was not inserted because there is such an identity or key id.
    private func insert(_ draft: KeyDraft, into session: any SQLSession) throws(KeyStoreError) -> Bool {
        let keyID = draft.keyID ?? draft.proposedKeyID ?? UUID()
        guard keyID.bytes.contains(where: { $0 != 0 }) else {
            throw .invalidField(name: "key id", found: "only zeros", expected: "an id of its own")
        }
        let key = draft.key ?? .random(draft.keyLength)
        try refuseMixedLengths(key.length, draft.identity, in: session)
        let place = SealedKey.Place(storeID: storeID, identity: draft.identity, keyID: keyID)
        let sealed = try SealedKey.seal(key, draft.iv ?? .random(), for: place, kek: kek)
        let count = try session.execute(
            """
            INSERT INTO content_keys
            (content_id, track, period, generation, key_id, sealed, created_at, origin, key_tag)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            draft.identity.parameters + [
                SQLValue(keyID), .bytes(sealed), SQLValue(Date()), .text(draft.origin.rawValue),
                .bytes(tagKey.tag(of: key)),
            ]
        )
        return count == 1
    }

    /// Refuses a key beside those of another length in the same generation of the title, which are for another method.
    ///
    /// All of them passed here, so that one tells for all: a title may have ten thousands.
    private func refuseMixedLengths(
        _ length: KeyLength,
        _ identity: KeyIdentity,
        in session: any SQLSession
    ) throws(KeyStoreError) {
        let row = try session.first(
            """
            SELECT content_id, track, period, generation, length(sealed) FROM content_keys
            WHERE content_id = ? AND generation = ?
            ORDER BY track, period LIMIT 1
            """,
            [.text(identity.contentID.value), SQLValue(identity.generation)]
        )
        guard let row else { return }
        let other = try row.identity()
        guard let otherLength = SealedKey.keyLength(ofByteCount: Int(try row.integer(4))) else {
            throw .corrupted(path: label, reason: "the key of \(other) has neither 16 nor 32 bytes")
        }
        try identity.checkKeyLength(length, beside: other, otherLength)
    }
}
