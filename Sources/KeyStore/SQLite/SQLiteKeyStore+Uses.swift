package import Foundation
internal import GRDB

extension SQLiteKeyStore {
    package func recordUses(_ uses: [MediaUse], reuse: KeyReuse) throws(KeyStoreError) {
        try database.write { connection in
            var conflicts: [UseConflict] = []
            for use in uses {
                let identity = try self.identity(of: use.keyID, in: connection)
                let newest = try self.newestDigest(of: use, in: connection)
                guard newest != use.digest else { continue }
                if newest != nil, !reuse.allows(use.rendition) {
                    conflicts.append(UseConflict(identity: identity, rendition: use.rendition))
                } else {
                    try self.insert(use, into: connection)
                }
            }
            // Undoes what was inserted before the first conflict.
            guard conflicts.isEmpty else { throw KeyStoreError.mediaChanged(conflicts) }
        }
    }

    package func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse] {
        try database.read { connection in
            // A store that is only read is not migrated.
            let method = try StoreSchema.hasMethodOfMediaUses(connection) ? "method" : "'aes-128'"
            let rows = try Row.fetchCursor(
                connection,
                sql:
                    "SELECT rendition, \(method), digest, recorded_at FROM media_uses WHERE key_id = ? ORDER BY id",
                arguments: [Data(keyID.bytes)]
            )
            return try Array(
                rows.map { row in
                    try MediaUse(
                        keyID: keyID,
                        rendition: row.decode(atIndex: 0),
                        method: row.decode(atIndex: 1),
                        digest: Array(row.decode(Data.self, atIndex: 2)),
                        recordedAt: Date(storedSeconds: row.decode(atIndex: 3))
                    )
                }
            )
        }
    }

    /// The identity of a key that has to be there.
    func identity(of keyID: UUID, in connection: Database) throws -> KeyIdentity {
        let row = try Row.fetchOne(
            connection.cachedStatement(
                sql: "SELECT content_id, track, period, generation FROM content_keys WHERE key_id = ?"
            ),
            arguments: [Data(keyID.bytes)]
        )
        guard let row else { throw KeyStoreError.unknownKey(keyID) }
        return try storedIdentity(from: row)
    }

    private func newestDigest(of use: MediaUse, in connection: Database) throws -> [UInt8]? {
        let statement = try connection.cachedStatement(
            sql: """
                SELECT digest FROM media_uses WHERE key_id = ? AND rendition = ? AND method = ?
                ORDER BY id DESC LIMIT 1
                """
        )
        let row = try Row.fetchOne(
            statement,
            arguments: [Data(use.keyID.bytes), use.rendition, use.method]
        )
        return try row.map { Array(try $0.decode(Data.self, atIndex: 0)) }
    }

    private func insert(_ use: MediaUse, into connection: Database) throws {
        let statement = try connection.cachedStatement(
            sql: """
                INSERT INTO media_uses (key_id, rendition, method, digest, recorded_at) VALUES (?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            Data(use.keyID.bytes), use.rendition, use.method, Data(use.digest), use.recordedAt.storedSeconds,
        ])
    }
}
