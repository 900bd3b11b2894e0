internal import Ciphers
package import Foundation
internal import GRDB

extension SQLiteKeyStore {
    private static let columns = """
        content_keys.content_id, content_keys.track, content_keys.period, content_keys.generation,
        content_keys.key_id, content_keys.sealed, content_keys.created_at
        """
    private static let order = "ORDER BY content_id, track, period, generation"

    package func record(_ identity: KeyIdentity) throws(KeyStoreError) -> KeyRecord? {
        try database.read { try self.fetch(identity, from: $0) }
    }

    package func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord? {
        try fetchAll("SELECT \(Self.columns) FROM content_keys WHERE key_id = ?", [Data(keyID.bytes)]).first
    }

    package func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] {
        try fetchAll(
            "SELECT \(Self.columns) FROM content_keys WHERE content_id = ? \(Self.order)",
            [contentID.value]
        )
    }

    package func allRecords() throws(KeyStoreError) -> [KeyRecord] {
        try fetchAll("SELECT \(Self.columns) FROM content_keys \(Self.order)", [])
    }

    package func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord] {
        try fetchAll(
            """
            SELECT \(Self.columns) FROM content_keys
            WHERE key_id IN (SELECT key_id FROM signalling WHERE key_uri = ?) \(Self.order)
            """,
            [uri]
        )
    }

    package func latestGeneration(of contentID: ContentID) throws(KeyStoreError) -> Int? {
        try database.read { connection in
            try Int.fetchOne(
                connection,
                sql: "SELECT max(generation) FROM content_keys WHERE content_id = ?",
                arguments: [contentID.value]
            )
        }
    }

    package func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord] {
        try database.write { connection in
            for draft in drafts {
                try self.insert(draft, into: connection)
                guard let stored = try self.fetch(draft.identity, from: connection) else {
                    // The row was not inserted, and not because of its identity.
                    throw KeyStoreError.contradiction(draft.identity, what: "key id")
                }
                if let what = draft.contradiction(with: stored) {
                    throw KeyStoreError.contradiction(draft.identity, what: what)
                }
            }
        }
        return try database.read { connection in
            try drafts.map { draft in
                guard let stored = try self.fetch(draft.identity, from: connection) else {
                    throw KeyStoreError.corrupted(path: self.database.path, reason: "a new key is not there")
                }
                return stored
            }
        }
    }

    private func insert(_ draft: KeyDraft, into connection: Database) throws {
        let keyID = draft.keyID ?? UUID()
        let sealed = try SealedKey.seal(
            draft.key ?? .random(),
            draft.iv ?? .random(),
            identity: draft.identity,
            keyID: keyID,
            kek: kek
        )
        let statement = try connection.cachedStatement(
            sql: """
                INSERT INTO content_keys (content_id, track, period, generation, key_id, sealed, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        )
        try statement.execute(arguments: [
            draft.identity.contentID.value, draft.identity.track, draft.identity.period,
            draft.identity.generation, Data(keyID.bytes), Data(sealed), Date().storedSeconds,
        ])
    }

    private func fetch(_ identity: KeyIdentity, from connection: Database) throws -> KeyRecord? {
        let statement = try connection.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM content_keys
                WHERE content_id = ? AND track = ? AND period = ? AND generation = ?
                """
        )
        let row = try Row.fetchOne(
            statement,
            arguments: [identity.contentID.value, identity.track, identity.period, identity.generation]
        )
        return try row.map(record(from:))
    }

    private func fetchAll(_ sql: String, _ arguments: StatementArguments) throws(KeyStoreError) -> [KeyRecord]
    {
        try database.read { connection in
            let rows = try Row.fetchCursor(connection, sql: sql, arguments: arguments)
            return try Array(rows.map(self.record(from:)))
        }
    }

    /// The record in a row of ``columns``, if the row is the one that its secrets were sealed for.
    private func record(from row: Row) throws -> KeyRecord {
        let identity = try storedIdentity(from: row)
        guard let keyID = UUID(bytes: Array(try row.decode(Data.self, atIndex: 4))) else {
            throw KeyStoreError.corrupted(path: database.path, reason: "the key id of \(identity)")
        }
        do {
            let sealed = Array(try row.decode(Data.self, atIndex: 5))
            let secrets = try SealedKey.open(sealed, identity: identity, keyID: keyID, kek: kek)
            return KeyRecord(
                identity: identity,
                keyID: keyID,
                key: secrets.key,
                iv: secrets.iv,
                createdAt: Date(storedSeconds: try row.decode(Int64.self, atIndex: 6))
            )
        } catch is CipherError {
            throw KeyStoreError.corrupted(
                path: database.path,
                reason: "the key of \(identity) does not authenticate"
            )
        }
    }

    /// The identity in the first four columns of a row.
    func storedIdentity(from row: Row) throws -> KeyIdentity {
        do {
            return try KeyIdentity(
                contentID: ContentID(row.decode(String.self, atIndex: 0)),
                track: row.decode(String.self, atIndex: 1),
                period: row.decode(Int.self, atIndex: 2),
                generation: row.decode(Int.self, atIndex: 3)
            )
        } catch KeyStoreError.invalidField(let name, let found, _) {
            throw KeyStoreError.corrupted(path: database.path, reason: "a \(name) with \(found)")
        }
    }
}
