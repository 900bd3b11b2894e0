package import Ciphers
package import Failures
package import FoundationEssentials
import KeyEncryption

extension SQLKeyStore {
    static let keyColumns = """
        content_keys.content_id, content_keys.track, content_keys.period, content_keys.generation,
        content_keys.key_id, content_keys.sealed, content_keys.created_at
        """
    static let keyOrder = "ORDER BY content_id, track, period, generation"

    package func record(_ identity: KeyIdentity) throws(RunFailure) -> KeyRecord? {
        try lookUp(
            "WHERE content_id = ? AND track = ? AND period = ? AND generation = ?",
            identity.parameters
        ).first
    }

    package func record(keyID: UUID) throws(RunFailure) -> KeyRecord? {
        try lookUp("WHERE key_id = ?", [SQLValue(keyID)]).first
    }

    package func records(of contentID: ContentID) throws(RunFailure) -> [KeyRecord] {
        try lookUp("WHERE content_id = ? \(Self.keyOrder)", [.text(contentID.value)])
    }

    package func keys(signalledAs uri: String) throws(RunFailure) -> [KeyRecord] {
        try lookUp(
            "WHERE key_id IN (SELECT key_id FROM signalling WHERE key_uri = ?) \(Self.keyOrder)",
            [.text(uri)]
        )
    }

    package func latestGeneration(of contentID: ContentID) throws(RunFailure) -> Int? {
        let statement = SQLStatement(
            "SELECT max(generation) FROM content_keys WHERE content_id = ?",
            [.text(contentID.value)]
        )
        return try rows(of: [statement])[0].first?.optionalInt(0)
    }

    /// Returns the records for a clause that an index answers with few rows.
    private func lookUp(_ clause: String, _ parameters: [SQLValue]) throws(RunFailure) -> [KeyRecord] {
        let statement = SQLStatement("SELECT \(Self.keyColumns) FROM content_keys \(clause)", parameters)
        let results = try rows(of: [StoreHeader.fingerprintStatement, statement])
        return try labelingErrors { () throws(RunFailure) in
            // A record that cannot be unwrapped may be under a newer key-encryption key.
            try StoreHeader.checkFingerprint(results[0].first, kek: kek, label: label)
            return try results[1].map { (row) throws(RunFailure) in try record(from: row) }
        }
    }

    /// Returns the records of a statement that selects ``keyColumns``.
    func records(
        in session: any SQLSession,
        _ sql: String,
        _ parameters: [SQLValue]
    ) throws(RunFailure) -> [KeyRecord] {
        try distinguishingRewrap(session) { () throws(RunFailure) in
            var records: [KeyRecord] = []
            try session.forEach(sql, parameters) { (row) throws(RunFailure) in
                records.append(try record(from: row))
            }
            return records
        }
    }

    /// Runs `body`, which unwraps records.
    ///
    /// A record that cannot be unwrapped may be under a newer key-encryption key; then this throws
    /// `.wrongKeyEncryptionKey` instead of `.corrupted`.
    func distinguishingRewrap<Value>(
        _ session: any SQLSession,
        _ body: () throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        do {
            return try body()
        } catch {
            if error.kind == .corrupted {
                let row = try session.query([StoreHeader.fingerprintStatement])[0].first
                try StoreHeader.checkFingerprint(row, kek: kek, label: label)
            }
            throw error
        }
    }

    /// Returns the identity of a key; throws `.unknownKey` if it is not stored.
    func identity(of keyID: UUID, in session: any SQLSession) throws(RunFailure) -> KeyIdentity {
        let row = try session.first(
            "SELECT content_id, track, period, generation FROM content_keys WHERE key_id = ?",
            [SQLValue(keyID)]
        )
        guard let row else { throw .unknownKey(keyID) }
        return try row.identity()
    }

    /// Returns the titles of keys, by the ids of those that are stored.
    func titles(of keyIDs: [UUID]) throws(RunFailure) -> [UUID: ContentID] {
        let statements = keyIDs.batches(of: Self.batchSize).map { batch in
            let (list, parameters) = Self.list(of: batch)
            return SQLStatement(
                "SELECT content_id, track, period, generation, key_id FROM content_keys WHERE key_id IN \(list)",
                parameters
            )
        }
        let results = try rows(of: statements)
        return try labelingErrors { () throws(RunFailure) in
            var titles: [UUID: ContentID] = [:]
            for row in results.joined() { titles[try row.uuid(4)] = try row.identity().contentID }
            return titles
        }
    }

    /// Returns what decides what can be done with keys: these and their titles; keys that are not stored have none.
    func objects(of keyIDs: [UUID]) throws(RunFailure) -> Set<StoreObject> {
        Set(keyIDs.map { .key($0) }).union(try titles(of: keyIDs).values.map { .title($0) })
    }

    package func keys(withSameKeyAs key: ContentKey) throws(RunFailure) -> [KeyRecord] {
        try read { (session) throws(RunFailure) in try keys(withSameKeyAs: key, in: session) }
    }

    func keys(
        withSameKeyAs key: ContentKey,
        in session: any SQLSession
    ) throws(RunFailure) -> [KeyRecord] {
        try records(
            in: session,
            "SELECT \(Self.keyColumns) FROM content_keys WHERE key_tag = ? \(Self.keyOrder)",
            [.bytes(tagKey.tag(of: key))]
        )
        .filter { $0.key == key }
    }

    /// Unwraps the record in a row of ``keyColumns``; throws `.corrupted` unless its secrets were wrapped for
    /// this row.
    func record(from row: SQLRow) throws(RunFailure) -> KeyRecord {
        let identity = try row.identity()
        let (keyID, wrappedKey, createdAt) = (try row.uuid(4), try row.bytes(5), try row.date(6))
        do {
            let rowIdentity = WrappedKey.RowIdentity(storeID: storeID, identity: identity, keyID: keyID)
            let secrets = try WrappedKey.unwrap(wrappedKey, for: rowIdentity, kek: kek)
            return KeyRecord(
                identity: identity,
                keyID: keyID,
                key: secrets.key,
                iv: secrets.iv,
                createdAt: createdAt
            )
        } catch .wrongLength {
            // It did authenticate, so it was wrapped with the key-encryption key.
            throw .corrupted(path: label, reason: "the key of \(identity) has neither 16 nor 32 bytes")
        } catch {
            throw .corrupted(path: label, reason: "the key of \(identity) does not authenticate")
        }
    }
}

extension KeyIdentity {
    var parameters: [SQLValue] {
        [.text(contentID.value), .text(track), SQLValue(period), SQLValue(generation)]
    }
}
