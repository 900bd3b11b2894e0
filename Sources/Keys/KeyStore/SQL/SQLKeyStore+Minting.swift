import Ciphers
package import Failures
import FoundationEssentials
import ProtectionTerms

extension SQLKeyStore {
    package func findOrCreate(_ drafts: [KeyDraft]) throws(RunFailure) -> [KeyRecord] {
        try write { (session, log) throws(RunFailure) in
            try refuseShownKeys(drafts, in: session)
            var records: [KeyRecord?] = Array(repeating: nil, count: drafts.count)
            // In a fixed order, so that no two writers wait for each other's rows.
            for index in drafts.indices.sorted(by: { drafts[$0].identity < drafts[$1].identity }) {
                records[index] = try findOrCreate(drafts[index], in: session, log)
            }
            return records.compactMap(\.self)
        }
    }

    /// Returns the key for a draft as it will be stored when this transaction commits, minted if it was
    /// missing.
    func findOrCreate(
        _ draft: KeyDraft,
        in session: any SQLSession,
        _ log: AuditLog
    ) throws(RunFailure) -> KeyRecord {
        if let storedRecord = try fetch(draft.identity, from: session) {
            try refuseRevoked(storedRecord.keyID, storedRecord.identity, in: session)
            if let field = draft.contradiction(with: storedRecord) {
                throw .contradiction(draft.identity, field: field)
            }
            try storedRecord.refuseExposure()
            return storedRecord
        }
        try draft.refuseKeyOfOtherLength { (key) throws(RunFailure) in
            try keys(withSameKeyAs: key, in: session)
        }
        try draft.refuseExposure { (key) throws(RunFailure) in
            try keys(withSameKeyAs: key, in: session)
        }
        guard try insert(draft, into: session) else {
            // The identity is free, so it is the key id that is already stored.
            throw .contradiction(draft.identity, field: "key id")
        }
        guard let storedRecord = try fetch(draft.identity, from: session) else {
            throw .corrupted(path: label, reason: "a key that was just stored is missing")
        }
        let isCreated = draft.origin == .minted || draft.origin == .derived
        try log.append(
            isCreated ? .create : .import,
            key: storedRecord.keyID,
            storedRecord.identity,
            detail: draft.origin.rawValue
        )
        return storedRecord
    }

    /// Throws if a value beside another key of the same title, stored or given, reveals a given key.
    func refuseShownKeys(_ drafts: [KeyDraft], in session: any SQLSession) throws(RunFailure) {
        try drafts.refuseShownKeys { (contentID) throws(RunFailure) in
            try records(of: contentID, in: session)
        }
    }

    /// Inserts a key; returns false if its identity or key id is already stored.
    private func insert(_ draft: KeyDraft, into session: any SQLSession) throws(RunFailure) -> Bool {
        let (keyID, key) = (draft.proposal.keyID, draft.proposal.key)
        guard keyID.bytes.contains(where: { $0 != 0 }) else {
            throw .invalidField(name: "key id", found: "only zeros", expected: "an id of its own")
        }
        try requireUniformKeyLength(key.length, draft.identity, in: session)
        let rowIdentity = WrappedKey.RowIdentity(storeID: storeID, identity: draft.identity, keyID: keyID)
        let wrappedKey = try WrappedKey.wrap(key, draft.proposal.iv, for: rowIdentity, kek: kek)
        let count = try session.execute(
            """
            INSERT INTO content_keys
            (content_id, track, period, generation, key_id, sealed, created_at, origin, key_tag)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            draft.identity.parameters + [
                SQLValue(keyID), .bytes(wrappedKey), SQLValue(Date()), .text(draft.origin.rawValue),
                .bytes(tagKey.tag(of: key)),
            ]
        )
        return count == 1
    }

    /// Throws if the keys in the same generation of the title have another length, which is for another
    /// method.
    ///
    /// Checks one of them, because all passed this check: a title may have tens of thousands.
    private func requireUniformKeyLength(
        _ length: KeyLength,
        _ identity: KeyIdentity,
        in session: any SQLSession
    ) throws(RunFailure) {
        let row = try session.first(
            """
            SELECT content_id, track, period, generation, length(sealed) FROM content_keys
            WHERE content_id = ? AND generation = ?
            ORDER BY track, period LIMIT 1
            """,
            [.text(identity.contentID.value), SQLValue(identity.generation)]
        )
        guard let row else { return }
        let otherIdentity = try row.identity()
        guard let otherLength = WrappedKey.keyLength(ofByteCount: Int(try row.integer(4))) else {
            throw .corrupted(path: label, reason: "the key of \(otherIdentity) has neither 16 nor 32 bytes")
        }
        try identity.checkKeyLength(length, beside: otherIdentity, otherLength)
    }
}
