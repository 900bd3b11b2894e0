package import Failures
import FoundationEssentials

extension SQLKeyStore {
    private static let entriesPerPage = 512

    package func logAudit(_ action: AuditAction, subject: String, detail: String) throws(RunFailure) {
        try database.logAudit(action, subject: subject, detail: detail)
    }

    package func forEachAuditEntry(
        _ body: (AuditEntry) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var lastSequence = Int64(0)
        while true {
            let entries = try auditEntries(after: lastSequence)
            for entry in entries {
                try body(entry)
            }
            guard entries.count == Self.entriesPerPage, let newest = entries.last else { return }
            lastSequence = Int64(newest.sequence)
        }
    }

    private func auditEntries(after sequence: Int64) throws(RunFailure) -> [AuditEntry] {
        try read { (session) throws(RunFailure) in
            var entries: [AuditEntry] = []
            for row in try session.query(
                """
                SELECT sequence, at, actor, action, subject, detail, hash FROM audit_log
                WHERE sequence > ? ORDER BY sequence LIMIT \(Self.entriesPerPage)
                """,
                [.integer(sequence)]
            ) {
                entries.append(try AuditEntry(row))
            }
            return entries
        }
    }
}

extension AuditEntry {
    fileprivate init(_ row: SQLRow) throws(RunFailure) {
        let sequence = Int(try row.integer(0))
        guard let action = AuditAction(rawValue: try row.text(3)) else {
            throw .brokenAudit(sequence: sequence, reason: "an unknown action")
        }
        self.init(
            sequence: sequence,
            date: try row.date(1),
            actor: try row.text(2),
            action: action,
            subject: try row.text(4),
            detail: try row.text(5),
            hash: try row.bytes(6)
        )
    }
}
