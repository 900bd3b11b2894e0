package import Foundation
internal import GRDB

extension SQLiteKeyStore {
    package func addSignalling(_ signalling: [Signalling]) throws(KeyStoreError) {
        for item in signalling {
            try item.check()
        }
        try database.write { connection in
            for item in signalling {
                let identity = try self.identity(of: item.keyID, in: connection)
                try self.checkURI(of: item, identity, in: connection)
                try self.insert(item, into: connection)
            }
        }
    }

    /// Within one title a URI names one key.
    ///
    /// Titles may share one: then the session tells them apart.
    private func checkURI(of item: Signalling, _ identity: KeyIdentity, in connection: Database) throws {
        let row = try Row.fetchOne(
            connection,
            sql: """
                SELECT content_keys.content_id, content_keys.track, content_keys.period, content_keys.generation
                FROM signalling JOIN content_keys ON content_keys.key_id = signalling.key_id
                WHERE signalling.key_uri = ? AND content_keys.content_id = ? AND content_keys.key_id != ? LIMIT 1
                """,
            arguments: [item.keyURI, identity.contentID.value, Data(item.keyID.bytes)]
        )
        if let row { throw KeyStoreError.uriNamesAnotherKey(try storedIdentity(from: row)) }
    }

    package func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling] {
        try database.read { connection in
            let rows = try Row.fetchCursor(
                connection,
                sql: """
                    SELECT system, method, key_uri, key_format, key_format_versions, asset_ids, template, tree,
                    created_at FROM signalling WHERE key_id = ? ORDER BY id
                    """,
                arguments: [Data(keyID.bytes)]
            )
            return try Array(rows.map { try self.signalling(of: keyID, from: $0) })
        }
    }

    package func policy(of keyID: UUID) throws(KeyStoreError) -> KeyPolicy? {
        try database.read { connection in
            let row = try Row.fetchOne(
                connection,
                sql: """
                    SELECT version, hdcp, security_level, content_type, lease_seconds, rental_seconds,
                    playback_seconds, offline_stream_id, offline_title_id
                    FROM key_policies WHERE key_id = ? ORDER BY version DESC LIMIT 1
                    """,
                arguments: [Data(keyID.bytes)]
            )
            guard let row else { return nil }
            var terms = KeyPolicy.Terms()
            terms.hdcp = try row.decode(atIndex: 1)
            terms.securityLevel = try row.decode(atIndex: 2)
            terms.contentType = try row.decode(atIndex: 3)
            terms.leaseSeconds = try row.decode(atIndex: 4)
            terms.rentalSeconds = try row.decode(atIndex: 5)
            terms.playbackSeconds = try row.decode(atIndex: 6)
            terms.offlineStreamID = try row.decode(atIndex: 7)
            terms.offlineTitleID = try row.decode(atIndex: 8)
            return KeyPolicy(version: try row.decode(atIndex: 0), terms: terms)
        }
    }

    private func insert(_ item: Signalling, into connection: Database) throws {
        let assetIDs = String(decoding: try JSONEncoder().encode(item.assetIDs), as: UTF8.self)
        let statement = try connection.cachedStatement(
            sql: """
                INSERT INTO signalling (key_id, system, method, key_uri, key_format, key_format_versions, asset_ids,
                template, tree, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        )
        try statement.execute(arguments: [
            Data(item.keyID.bytes), item.system, item.method, item.keyURI, item.keyFormat,
            item.keyFormatVersions, assetIDs, item.template, item.tree, item.createdAt.storedSeconds,
        ])
    }

    private func signalling(of keyID: UUID, from row: Row) throws -> Signalling {
        let json = try row.decode(String.self, atIndex: 5)
        guard let assetIDs = try? JSONDecoder().decode([AssetID].self, from: Data(json.utf8)) else {
            throw KeyStoreError.corrupted(path: database.path, reason: "the asset ids of a signalling")
        }
        return Signalling(
            keyID: keyID,
            system: try row.decode(atIndex: 0),
            method: try row.decode(atIndex: 1),
            keyURI: try row.decode(atIndex: 2),
            keyFormat: try row.decode(atIndex: 3),
            keyFormatVersions: try row.decode(atIndex: 4),
            assetIDs: assetIDs,
            template: try row.decode(atIndex: 6),
            tree: try row.decode(atIndex: 7),
            createdAt: Date(storedSeconds: try row.decode(atIndex: 8))
        )
    }
}

extension Signalling {
    private static let limit = 65_536

    /// Refuses what a database would not give back as it was.
    fileprivate func check() throws(KeyStoreError) {
        let required = [("key system", system), ("method", method), ("key URI", keyURI), ("tree", tree)]
        let optional = [
            ("key format", keyFormat), ("key format versions", keyFormatVersions), ("template", template),
        ]
        for (name, text) in required {
            _ = try RecordText(text, name: name, limit: Self.limit)
        }
        for case (let name, let text?) in optional {
            _ = try RecordText(text, name: name, limit: Self.limit)
        }
    }
}
