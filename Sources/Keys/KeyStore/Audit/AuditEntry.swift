package import FoundationEssentials

/// What was done, or refused.
package enum AuditAction: String, CaseIterable, Sendable {
    case create, `import`, use, signal, decrypt, export, confirm, revoke, policy, rewrap, backup, restore,
        denied
    /// A store was made.
    case initialize = "init"
}

/// One line of the log that a store keeps of itself: who did what and when, never a key byte.
///
/// `hash` is SHA-256 over length-prefixed fields: the text `fairlead-audit`, the number 1 (version of this form), the
/// hash of the entry before (32 zero bytes for the first), and the entry's own fields in the order of this type.
package struct AuditEntry: Hashable, Sendable {
    /// Counts the entries of a store, from 1.
    package let sequence: Int
    /// When, in whole seconds.
    package let at: Date
    /// Who: user and machine, and the role of the database where it has one.
    package let actor: String
    /// What.
    package let action: AuditAction
    /// What it was done to: a content id, a key id, a target.
    package let subject: String
    /// More for people: counts, formats, reasons.
    package let detail: String
    /// SHA-256 of all this and of the entry before; 32 bytes.
    package let hash: [UInt8]

    /// An entry from its parts.
    package init(
        sequence: Int,
        at: Date,
        actor: String,
        action: AuditAction,
        subject: String,
        detail: String,
        hash: [UInt8]
    ) {
        self.sequence = sequence
        self.at = at
        self.actor = actor
        self.action = action
        self.subject = subject
        self.detail = detail
        self.hash = hash
    }
}
