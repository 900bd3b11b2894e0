package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func state(of keyID: UUID) throws(RunFailure) -> KeyState {
        try read { (session) throws(RunFailure) in
            _ = try identity(of: keyID, in: session)
            return try isRevoked(keyID, in: session) ? .revoked : .active
        }
    }

    package func revoke(_ keyIDs: [UUID], reason: String) throws(RunFailure) {
        _ = try RecordText(reason, name: "reason", limit: 4096)
        try write(excluding: .writers(of: objects(of: keyIDs))) {
            (session, log) throws(RunFailure) in
            for keyID in keyIDs { try revoke(keyID, reason: reason, in: session, log) }
        }
    }

    /// Revokes a key, unless it is already revoked.
    func revoke(
        _ keyID: UUID,
        reason: String,
        in session: any SQLSession,
        _ log: AuditLog
    ) throws(RunFailure) {
        let identity = try identity(of: keyID, in: session)
        let count = try session.execute(
            """
            INSERT INTO key_states (key_id, state, reason, changed_at) VALUES (?, 'revoked', ?, ?)
            ON CONFLICT DO NOTHING
            """,
            [SQLValue(keyID), .text(reason), SQLValue(Date())]
        )
        if count == 1 { log.append(.revoke, key: keyID, identity, detail: reason) }
    }

    private func isRevoked(_ keyID: UUID, in session: any SQLSession) throws(RunFailure) -> Bool {
        try session.first("SELECT state FROM key_states WHERE key_id = ?", [SQLValue(keyID)]) != nil
    }
}
