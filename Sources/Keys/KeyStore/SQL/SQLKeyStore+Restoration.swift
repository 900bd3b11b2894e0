package import Failures
import FoundationEssentials
import Synchronization

/// The audit entry of the restoration of a store from a backup.
struct RestorationAuditEntry {
    let sequence: Int64
    let date: Date

    /// The subject of such an entry; entries about first uses since then have titles as subjects.
    static let subject = "key store"
}

extension SQLKeyStore {
    package func firstUseSinceRestoration(
        of title: ContentID
    ) throws(RunFailure) -> FirstUseSinceRestoration? {
        guard let restoredAt else { return nil }
        return try read { (session) throws(RunFailure) in
            let oldest = try session.first(
                "SELECT min(created_at) FROM content_keys WHERE content_id = ?",
                [.text(title.value)]
            )?.optionalInteger(0)
            // The log is long, and most titles have no keys yet.
            guard let oldest, oldest <= restoredAt.storedSeconds,
                let restoration = try newestRestoration(in: session)
            else { return nil }
            let use = FirstUseSinceRestoration(title: title, date: restoration.date)
            let loggedUse = try session.first(
                "SELECT 1 FROM audit_log WHERE sequence > ? AND action = 'restore' AND subject = ? LIMIT 1",
                [.integer(restoration.sequence), .text(use.subject)]
            )
            return loggedUse == nil ? use : nil
        }
    }

    /// Returns the newest restoration in the log, which is searched only once, because restoring makes a new
    /// store.
    private func newestRestoration(in session: any SQLSession) throws(RunFailure) -> RestorationAuditEntry? {
        if let known = knownRestoration.withLock({ $0 }) { return known }
        let row = try session.first(
            """
            SELECT sequence, at FROM audit_log WHERE action = 'restore' AND subject = ?
            ORDER BY sequence DESC LIMIT 1
            """,
            [.text(RestorationAuditEntry.subject)]
        )
        let entry: RestorationAuditEntry? =
            if let row { RestorationAuditEntry(sequence: try row.integer(0), date: try row.date(1)) } else {
                nil
            }
        knownRestoration.withLock { $0 = .some(entry) }
        return entry
    }
}
