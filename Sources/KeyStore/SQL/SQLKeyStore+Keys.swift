internal import Ciphers
package import Foundation

extension SQLKeyStore {
    static let keyColumns = """
        content_keys.content_id, content_keys.track, content_keys.period, content_keys.generation,
        content_keys.key_id, content_keys.sealed, content_keys.created_at
        """
    static let keyOrder = "ORDER BY content_id, track, period, generation"

    package func record(_ identity: KeyIdentity) throws(KeyStoreError) -> KeyRecord? {
        try read { (session) throws(KeyStoreError) in try fetch(identity, from: session) }
    }

    package func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord? {
        try fetchAll("WHERE key_id = ?", [SQLValue(keyID)]).first
    }

    package func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] {
        try fetchAll("WHERE content_id = ? \(Self.keyOrder)", [.text(contentID.value)])
    }

    package func allRecords() throws(KeyStoreError) -> [KeyRecord] {
        try fetchAll(Self.keyOrder, [])
    }

    package func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord] {
        try fetchAll(
            "WHERE key_id IN (SELECT key_id FROM signalling WHERE key_uri = ?) \(Self.keyOrder)",
            [.text(uri)]
        )
    }

    package func latestGeneration(of contentID: ContentID) throws(KeyStoreError) -> Int? {
        try read { (session) throws(KeyStoreError) in
            try session.first(
                "SELECT max(generation) FROM content_keys WHERE content_id = ?",
                [.text(contentID.value)]
            )?.optionalInt(0)
        }
    }

    private func fetchAll(_ clause: String, _ parameters: [SQLValue]) throws(KeyStoreError) -> [KeyRecord] {
        try read { (session) throws(KeyStoreError) in
            var records: [KeyRecord] = []
            try session.forEach("SELECT \(Self.keyColumns) FROM content_keys \(clause)", parameters) {
                (row) throws(KeyStoreError) in
                records.append(try record(from: row))
            }
            return records
        }
    }

    /// The stored key of an identity.
    func fetch(_ identity: KeyIdentity, from session: any SQLSession) throws(KeyStoreError) -> KeyRecord? {
        let row = try session.first(
            """
            SELECT \(Self.keyColumns) FROM content_keys
            WHERE content_id = ? AND track = ? AND period = ? AND generation = ?
            """,
            identity.parameters
        )
        guard let row else { return nil }
        return try record(from: row)
    }

    /// The identity of a key that has to be there.
    func identity(of keyID: UUID, in session: any SQLSession) throws(KeyStoreError) -> KeyIdentity {
        let row = try session.first(
            "SELECT content_id, track, period, generation FROM content_keys WHERE key_id = ?",
            [SQLValue(keyID)]
        )
        guard let row else { throw .unknownKey(keyID) }
        return try row.identity()
    }

    /// The record in a row of ``keyColumns``, if the row is the one that its secrets were sealed for.
    func record(from row: SQLRow) throws(KeyStoreError) -> KeyRecord {
        let identity = try row.identity()
        let (keyID, sealed, createdAt) = (try row.uuid(4), try row.bytes(5), try row.date(6))
        do {
            let secrets = try SealedKey.open(sealed, identity: identity, keyID: keyID, kek: kek)
            return KeyRecord(
                identity: identity,
                keyID: keyID,
                key: secrets.key,
                iv: secrets.iv,
                createdAt: createdAt
            )
        } catch {
            throw .corrupted(path: label, reason: "the key of \(identity) does not authenticate")
        }
    }
}

extension KeyIdentity {
    /// The four parts as a statement takes them.
    var parameters: [SQLValue] {
        [.text(contentID.value), .text(track), SQLValue(period), SQLValue(generation)]
    }
}
