import Failures
import FoundationEssentials

/// Appends to the audit log of a store, in the transaction of the action that is logged.
final class AuditLog {
    private static let textLimit = 4096

    private let session: any SQLSession
    private let actor: String
    /// The newest entry, or nil if it was not read yet.
    private var head: AuditHead?

    init(_ session: any SQLSession, actor: String) {
        self.session = session
        self.actor = actor
    }

    func append(_ action: AuditAction, subject: String, detail: String) throws(RunFailure) {
        let previous = if let head { head } else { try AuditHead.newest(in: session) }
        let sequence = previous.sequence + 1
        let seconds = Date().storedSeconds
        let (subject, detail) = (Self.clean(subject), Self.clean(detail))
        let hash = AuditEntry.hash(
            after: previous.hash,
            sequence: sequence,
            seconds: seconds,
            actor: actor,
            action: action,
            subject: subject,
            detail: detail
        )
        try session.execute(
            """
            INSERT INTO audit_log (sequence, at, actor, action, subject, detail, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                SQLValue(sequence), .integer(seconds), .text(actor), .text(action.rawValue), .text(subject),
                .text(detail), .bytes(hash),
            ]
        )
        head = AuditHead(sequence: sequence, hash: hash)
    }

    func append(
        _ action: AuditAction,
        key keyID: UUID,
        _ identity: KeyIdentity,
        detail: String
    ) throws(RunFailure) {
        try append(
            action,
            subject: identity.contentID.value,
            detail:
                "key \(keyID.uuidString.lowercased()) (track \(identity.track), period \(identity.period), "
                + "generation \(identity.generation)): \(detail)"
        )
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
