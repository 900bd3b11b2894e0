import Ciphers
package import FoundationEssentials

/// The action of an audit entry, or `denied` for an action that was refused.
package enum AuditAction: String, CaseIterable, Sendable {
    case create, `import`, use, signal, decrypt, export, confirm, revoke, policy, rewrap, backup, restore,
        denied
    /// The creation of a store.
    case initialize = "init"
}

/// An entry of a store's audit log: who did what and when, never a byte of a key.
///
/// `hash` is SHA-256 over length-prefixed fields: the text `fairlead-audit`, the number 1 (version of this
/// form), the hash of the entry before (32 zero bytes for the first), and the entry's own fields in the order
/// of this type.
package struct AuditEntry: Hashable, Sendable {
    /// The number of the entry in its store, from 1.
    package let sequence: Int
    /// The time of the action, in whole seconds.
    package let date: Date
    /// The user and machine, and the database role if there is one.
    package let actor: String
    /// The action.
    package let action: AuditAction
    /// The object of the action: a content id, a key id, a license server.
    package let subject: String
    /// Further text for people: counts, formats, reasons.
    package let detail: String
    /// The SHA-256 of this entry and of the hash before, 32 bytes.
    package let hash: [UInt8]
}

extension AuditEntry {
    /// The value that the first entry has as the hash of the entry before: zeros.
    static let hashBeforeFirst = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// Returns the hash that the fields of this entry give after an entry with the hash `previous`.
    func expectedHash(after previous: [UInt8]) -> [UInt8] {
        Self.hash(
            after: previous,
            sequence: sequence,
            seconds: date.storedSeconds,
            actor: actor,
            action: action,
            subject: subject,
            detail: detail
        )
    }

    static func hash(
        after previous: [UInt8],
        sequence: Int,
        seconds: Int64,
        actor: String,
        action: AuditAction,
        subject: String,
        detail: String
    ) -> [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("fairlead-audit")
        fields.append(1)
        fields.append(previous)
        fields.append(sequence)
        fields.append(Int(seconds))
        fields.append(actor)
        fields.append(action.rawValue)
        fields.append(subject)
        fields.append(detail)
        return SHA256.digest(of: fields.bytes)
    }
}
