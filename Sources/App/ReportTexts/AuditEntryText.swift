import FoundationEssentials
package import KeyStore
import TextFormats

/// A log entry of a key store, as JSON and as a table row.
package struct AuditEntryText: Encodable {
    let sequence: Int
    let at: String
    let actor: String
    let action: String
    let subject: String
    let detail: String
    let hash: String

    package init(_ entry: AuditEntry) {
        sequence = entry.sequence
        at = entry.date.formatted(.iso8601)
        actor = entry.actor
        action = entry.action.rawValue
        subject = entry.subject
        detail = entry.detail
        hash = Hexadecimal.encode(entry.hash)
    }

    /// The headings of `cells`.
    package static let header = ["ENTRY", "TIME", "ACTOR", "ACTION", "SUBJECT", "DETAIL"]

    package var cells: [String] { ["\(sequence)", at, actor, action, subject, detail] }
}
