package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun?,
        publishing tree: TreeRecord?
    ) throws(RunFailure) {
        try write { (session, log) throws(RunFailure) in
            var conflicts: [UseConflict] = []
            for use in uses {
                let identity = try identity(of: use.keyID, in: session)
                try refuseRevoked(use.keyID, identity, in: session)
                let newest = try newestDigest(of: use, in: session)
                guard newest != use.digest else { continue }
                if newest != nil, !reuse.allows(use.rendition) {
                    conflicts.append(UseConflict(identity: identity, rendition: use.rendition))
                } else {
                    try insert(use, into: session)
                    let detail = "\(use.method), rendition \(use.rendition)"
                    try log.append(.use, key: use.keyID, identity, detail: detail)
                }
            }
            // Undoes what was inserted before the first conflict.
            guard conflicts.isEmpty else { throw .mediaChanged(conflicts) }
            if let run { try insert(run, into: session) }
            if let tree { try insert(tree, into: session) }
        }
    }

    package func uses(of keyID: UUID) throws(RunFailure) -> [MediaUse] {
        try read { (session) throws(RunFailure) in
            var uses: [MediaUse] = []
            for row in try session.query(
                "SELECT rendition, method, digest, recorded_at FROM media_uses WHERE key_id = ? ORDER BY id",
                [SQLValue(keyID)]
            ) {
                uses.append(
                    try MediaUse(
                        keyID: keyID,
                        rendition: row.text(0),
                        method: row.text(1),
                        digest: row.bytes(2),
                        recordedAt: row.date(3)
                    )
                )
            }
            return uses
        }
    }

    private func newestDigest(of use: MediaUse, in session: any SQLSession) throws(RunFailure) -> [UInt8]? {
        try session.first(
            """
            SELECT digest FROM media_uses WHERE key_id = ? AND rendition = ? AND method = ?
            ORDER BY id DESC LIMIT 1
            """,
            [SQLValue(use.keyID), .text(use.rendition), .text(use.method)]
        )?.bytes(0)
    }

    private func insert(_ use: MediaUse, into session: any SQLSession) throws(RunFailure) {
        try session.execute(
            "INSERT INTO media_uses (key_id, rendition, method, digest, recorded_at) VALUES (?, ?, ?, ?, ?)",
            [
                SQLValue(use.keyID), .text(use.rendition), .text(use.method), .bytes(use.digest),
                SQLValue(use.recordedAt),
            ]
        )
    }
}
