package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun?,
        publishing tree: TreeRecord?
    ) throws(RunFailure) {
        let keyIDs = Array(Set(uses.map(\.keyID)))
        let objects = keyIDs.map { StoreObject.key($0) } + (tree.map { [.title($0.contentID)] } ?? [])
        try write(excluding: .writers(of: Set(objects))) {
            (session, log) throws(RunFailure) in
            let stored = try storedUses(of: keyIDs, replacing: tree, in: session)
            var conflicts: [UseConflict] = []
            var newUses: [MediaUse] = []
            var digests = stored.digests
            for use in uses {
                guard let identity = stored.identities[use.keyID] else { throw .unknownKey(use.keyID) }
                guard !stored.revokedKeyIDs.contains(use.keyID) else { throw .revoked(identity) }
                let newest = digests.updateValue(use.digest, forKey: UseKey(use))
                guard newest != use.digest else { continue }
                if newest != nil, !reuse.allows(use.rendition) {
                    conflicts.append(UseConflict(identity: identity, rendition: use.rendition))
                } else {
                    newUses.append(use)
                    let detail = "\(use.method), rendition \(use.rendition)"
                    log.append(.use, key: use.keyID, identity, detail: detail)
                }
            }
            guard conflicts.isEmpty else { throw .mediaChanged(conflicts) }
            for use in newUses { try insert(use, into: session) }
            if let run { try insert(run, into: session) }
            if let tree, stored.treeDigest != tree.digest { try insert(tree, into: session) }
        }
    }

    /// The rows that decide whether uses can be recorded.
    private struct StoredUses {
        var identities: [UUID: KeyIdentity] = [:]
        var revokedKeyIDs: Set<UUID> = []
        /// The digests of the newest uses.
        var digests: [UseKey: [UInt8]] = [:]
        /// The digest of the newest tree at the path of the given one.
        var treeDigest: [UInt8]?
    }

    /// The parts of a use by which it is compared.
    private struct UseKey: Hashable {
        let keyID: UUID
        /// The name in UTF-8, because the store distinguishes names by their bytes.
        let rendition: [UInt8]
        let method: String

        init(keyID: UUID, rendition: String, method: String) {
            (self.keyID, self.rendition, self.method) = (keyID, Array(rendition.utf8), method)
        }

        init(_ use: MediaUse) {
            self.init(keyID: use.keyID, rendition: use.rendition, method: use.method)
        }
    }

    private func storedUses(
        of keyIDs: [UUID],
        replacing tree: TreeRecord?,
        in session: any SQLSession
    ) throws(RunFailure) -> StoredUses {
        var statements: [SQLStatement] = []
        for batch in keyIDs.batches(of: Self.batchSize) {
            let (list, parameters) = Self.list(of: batch)
            statements += [
                SQLStatement(
                    """
                    SELECT key_id, content_id, track, period, generation FROM content_keys
                    WHERE key_id IN \(list)
                    """,
                    parameters
                ),
                SQLStatement("SELECT key_id FROM key_states WHERE key_id IN \(list)", parameters),
                SQLStatement(
                    """
                    SELECT key_id, rendition, method, digest FROM media_uses WHERE id IN (
                        SELECT max(id) FROM media_uses WHERE key_id IN \(list) GROUP BY key_id, rendition, method
                    )
                    """,
                    parameters
                ),
            ]
        }
        if let tree { statements.append(Self.newestTree(like: tree)) }
        let results = try session.query(statements)
        var stored = StoredUses()
        for index in stride(from: 0, to: results.count - 2, by: 3) {
            for row in results[index] { stored.identities[try row.uuid(0)] = try row.identity(from: 1) }
            for row in results[index + 1] { stored.revokedKeyIDs.insert(try row.uuid(0)) }
            for row in results[index + 2] {
                let key = try UseKey(keyID: row.uuid(0), rendition: row.text(1), method: row.text(2))
                stored.digests[key] = try row.bytes(3)
            }
        }
        if tree != nil { stored.treeDigest = try results.last?.first?.bytes(0) }
        return stored
    }

    package func uses(of keyID: UUID) throws(RunFailure) -> [MediaUse] {
        let statement = SQLStatement(
            "SELECT rendition, method, digest, recorded_at FROM media_uses WHERE key_id = ? ORDER BY id",
            [SQLValue(keyID)]
        )
        let rows = try rows(of: [statement])[0]
        return try labelingErrors { () throws(RunFailure) in
            try rows.map { (row) throws(RunFailure) in
                try MediaUse(
                    keyID: keyID,
                    rendition: row.text(0),
                    method: row.text(1),
                    digest: row.bytes(2),
                    recordedAt: row.date(3)
                )
            }
        }
    }

    private func insert(_ use: MediaUse, into session: any SQLSession) throws(RunFailure) {
        try session.enqueue(
            "INSERT INTO media_uses (key_id, rendition, method, digest, recorded_at) VALUES (?, ?, ?, ?, ?)",
            [
                SQLValue(use.keyID), .text(use.rendition), .text(use.method), .bytes(use.digest),
                SQLValue(use.recordedAt),
            ]
        )
    }
}
