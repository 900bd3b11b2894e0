package import Failures
import FoundationEssentials

extension SQLKeyStore {
    private static let entriesPerPage = 512

    package func logAudit(_ action: AuditAction, subject: String, detail: String) throws(RunFailure) {
        try database.logAudit(action, subject: subject, detail: detail)
    }

    package func auditHead() throws(RunFailure) -> AuditHead {
        try Self.labelingErrors(label) { () throws(RunFailure) in try database.auditHead() }
    }

    package func forEachAuditEntry(
        through newestSequence: Int,
        _ body: (AuditEntry, AuditEntry.Predecessors) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var lastSequence = Int64(0)
        while true {
            let rows = try auditRows(after: lastSequence, through: Int64(newestSequence))
            for row in rows {
                let entry = try AuditEntry(row)
                let predecessors = try AuditEntry.Predecessors(
                    previous: AuditEntry.Link(row, from: 9),
                    seen: AuditEntry.Link(row, from: 13)
                )
                try body(entry, predecessors)
                lastSequence = Int64(entry.sequence)
            }
            guard rows.count == Self.entriesPerPage else { return }
        }
    }

    private func auditRows(after first: Int64, through last: Int64) throws(RunFailure) -> [SQLRow] {
        let statement = SQLStatement(
            """
            SELECT entry.sequence, entry.chain, entry.number, entry.at, entry.actor, entry.action, entry.subject,
            entry.detail, entry.hash, previous.sequence, previous.hash, entry.seen_sequence, entry.seen_hash,
            seen.sequence, seen.hash FROM audit_log AS entry
            LEFT JOIN audit_log AS previous ON previous.chain = entry.chain AND previous.number = entry.number - 1
            LEFT JOIN audit_log AS seen ON seen.sequence = entry.seen_sequence
            WHERE entry.sequence > ? AND entry.sequence <= ? ORDER BY entry.sequence LIMIT \(Self.entriesPerPage)
            """,
            [.integer(first), .integer(last)]
        )
        return try rows(of: [statement])[0]
    }
}

extension AuditEntry {
    fileprivate init(_ row: SQLRow) throws(RunFailure) {
        let sequence = Int(try row.integer(0))
        guard let action = AuditAction(rawValue: try row.text(5)) else {
            throw .brokenAudit(sequence: sequence, reason: "an unknown action")
        }
        self.init(
            sequence: sequence,
            chain: try row.uuid(1),
            number: Int(try row.integer(2)),
            seen: try Link(row, from: 11),
            date: try row.date(3),
            actor: try row.text(4),
            action: action,
            subject: try row.text(6),
            detail: try row.text(7),
            hash: try row.bytes(8)
        )
    }
}
