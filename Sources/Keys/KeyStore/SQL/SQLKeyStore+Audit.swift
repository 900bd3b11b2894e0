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
        _ body: (AuditEntry, _ previous: AuditEntry.Link?) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var lastSequence = Int64(0)
        while true {
            let rows = try auditRows(after: lastSequence, through: Int64(newestSequence))
            for row in rows {
                let entry = try AuditEntry(row)
                try body(entry, AuditEntry.Link(row))
                lastSequence = Int64(entry.sequence)
            }
            guard rows.count == Self.entriesPerPage else { return }
        }
    }

    private func auditRows(after first: Int64, through last: Int64) throws(RunFailure) -> [SQLRow] {
        let statement = SQLStatement(
            """
            SELECT entry.sequence, entry.chain, entry.number, entry.at, entry.actor, entry.action, entry.subject,
            entry.detail, entry.hash, previous.sequence, previous.hash FROM audit_log AS entry
            LEFT JOIN audit_log AS previous ON previous.chain = entry.chain AND previous.number = entry.number - 1
            WHERE entry.sequence > ? AND entry.sequence <= ? ORDER BY entry.sequence LIMIT \(Self.entriesPerPage)
            """,
            [.integer(first), .integer(last)]
        )
        return try rows(of: [statement])[0]
    }
}

extension AuditEntry {
    /// An entry as its successor in the chain follows it.
    package struct Link: Sendable {
        let sequence: Int
        let hash: [UInt8]

        fileprivate init?(_ row: SQLRow) throws(RunFailure) {
            guard let sequence = try row.optionalInt(9) else { return nil }
            self.sequence = sequence
            hash = try row.bytes(10)
        }
    }

    fileprivate init(_ row: SQLRow) throws(RunFailure) {
        let sequence = Int(try row.integer(0))
        guard let action = AuditAction(rawValue: try row.text(5)) else {
            throw .brokenAudit(sequence: sequence, reason: "an unknown action")
        }
        self.init(
            sequence: sequence,
            chain: try row.uuid(1),
            number: Int(try row.integer(2)),
            date: try row.date(3),
            actor: try row.text(4),
            action: action,
            subject: try row.text(6),
            detail: try row.text(7),
            hash: try row.bytes(8)
        )
    }
}
