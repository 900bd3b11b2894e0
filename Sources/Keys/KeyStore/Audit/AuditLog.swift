import Failures
import FoundationEssentials

/// The entries that a transaction appends to the log of a store.
///
/// They are collected while the transaction runs and written with its commit, so that nobody waits for a
/// transaction that has begun and does something else.
final class AuditLog {
    private static let textLimit = 4096

    private struct Entry {
        let action: AuditAction
        let subject: String
        let detail: String
    }

    /// The maximum number of rows of a statement.
    private static let rowLimit = 64

    private let actor: String
    /// The newest entry of the log, if it was read while the transaction ran.
    private let newestEntry: EnqueuedRows
    private var entries: [Entry] = []

    /// Begins to collect entries in a transaction, and has it look at the log.
    init(actor: String, in session: any SQLSession) throws(RunFailure) {
        self.actor = actor
        newestEntry = try session.enqueue(AuditEntry.Link.newestStatement)
    }

    func append(_ action: AuditAction, subject: String, detail: String) {
        entries.append(
            Entry(
                action: action,
                subject: Self.clean(subject),
                detail: Self.clean(detail)
            )
        )
    }

    func append(_ action: AuditAction, key keyID: UUID, _ identity: KeyIdentity, detail: String) {
        append(
            action,
            subject: identity.contentID.value,
            detail:
                "key \(keyID.uuidString.lowercased()) (track \(identity.track), period \(identity.period), "
                + "generation \(identity.generation)): \(detail)"
        )
    }

    /// Enqueues the entries, as the last statements before the commit.
    ///
    /// A connection continues its own chain, so that those who append do not wait for one another. Who begins
    /// a chain waits for all of them, since its first entry names the head of the log before it.
    func write(to session: any SQLSession) throws(RunFailure) {
        guard !entries.isEmpty else { return }
        var chain: AuditChainEnd
        if let end = session.chainEnd, end.mayContinue {
            chain = end
            try session.lockLog(exclusively: false)
        } else {
            try session.lockLog(exclusively: true)
            chain = AuditChainEnd(after: try AuditHead.newest(in: session))
        }
        let seconds = Date().storedSeconds
        var rows: [[SQLValue]] = []
        var seen = try newestEntry.rows.first.flatMap { (row) throws(RunFailure) in try AuditEntry.Link(row) }
        for entry in entries {
            chain.append(
                seen: seen,
                seconds: seconds,
                actor: actor,
                action: entry.action,
                subject: entry.subject,
                detail: entry.detail
            )
            rows.append([
                SQLValue(chain.id), SQLValue(chain.number), SQLValue(seen?.sequence),
                seen.map { .bytes($0.hash) } ?? .null, .integer(seconds), .text(actor),
                .text(entry.action.rawValue), .text(entry.subject), .text(entry.detail), .bytes(chain.hash),
            ])
            seen = nil
        }
        var remaining = rows[...]
        while !remaining.isEmpty {
            // Powers of two, so that few statements are prepared.
            var count = Self.rowLimit
            while count > remaining.count { count /= 2 }
            let values = Array(repeating: "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", count: count).joined(
                separator: ", "
            )
            try session.enqueue(
                """
                INSERT INTO audit_log
                (chain, number, seen_sequence, seen_hash, at, actor, action, subject, detail, hash) VALUES \(values)
                """,
                Array(remaining.prefix(count).joined())
            )
            remaining = remaining.dropFirst(count)
        }
        session.chainEnd = chain
    }

    /// Returns `text` as one line of at most 4096 bytes, without control characters.
    static func clean(_ text: String) -> String {
        var cleaned = String.UnicodeScalarView()
        var byteCount = 0
        for scalar in text.unicodeScalars {
            byteCount += scalar.utf8.count
            guard byteCount <= textLimit else { break }
            cleaned.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(cleaned)
    }
}
