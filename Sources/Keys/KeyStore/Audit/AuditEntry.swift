import Ciphers
import Failures
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
/// Entries form chains, in which each follows the one before: `hash` is SHA-256 over length-prefixed fields: the
/// text `fairlead-audit`, the number 2 (version of this form), the hash of the entry before in the chain, and the
/// entry's own fields from `chain` to `detail`, in the order of this type; those of an entry that has not seen
/// another are 0 and an empty field. The first entry of a chain has the hash of the ``AuditHead`` before it in place
/// of that of an entry.
package struct AuditEntry: Hashable, Sendable {
    /// The number of the entry in its store, from 1, higher for newer entries; some numbers may be left out.
    package let sequence: Int
    /// The id of the chain that the entry belongs to.
    let chain: UUID
    /// The number of the entry in its chain, from 1.
    let number: Int
    /// The newest entry of the log, of any chain, that the transaction of this entry has seen; nil if it did not look,
    /// and for all but the first entry of a transaction.
    let seen: Link?
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
    /// The SHA-256 of this entry and of the hash that it follows, 32 bytes.
    package let hash: [UInt8]
}

extension AuditEntry {
    /// The number of an entry in its store, and its hash: what other entries have of it.
    package struct Link: Hashable, Sendable {
        let sequence: Int
        let hash: [UInt8]

        /// The statement whose row is the newest entry of the log.
        static let newestStatement = SQLStatement(
            "SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1"
        )

        init(sequence: Int, hash: [UInt8]) {
            self.sequence = sequence
            self.hash = hash
        }

        /// Reads a link from two columns of a row, from `column` on; nil if they are NULL.
        init?(_ row: SQLRow, from column: Int = 0) throws(RunFailure) {
            guard let sequence = try row.optionalInt(column) else { return nil }
            self.init(sequence: sequence, hash: try row.bytes(column + 1))
        }
    }

    /// The entries that an entry refers to, as they are in the store.
    package struct Predecessors: Sendable {
        /// The entry before in the chain, or nil if there is none.
        let previous: Link?
        /// The entry with the number of that which was seen, or nil if there is none.
        let seen: Link?
    }

    /// The hash that the first entry of a log follows: zeros.
    static let hashBeforeFirst = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// Returns the hash that the fields of this entry give after the hash `previous`.
    func expectedHash(after previous: [UInt8]) -> [UInt8] {
        Self.hash(
            after: previous,
            chain: chain,
            number: number,
            seen: seen,
            seconds: date.storedSeconds,
            actor: actor,
            action: action,
            subject: subject,
            detail: detail
        )
    }

    static func hash(
        after previous: [UInt8],
        chain: UUID,
        number: Int,
        seen: Link?,
        seconds: Int64,
        actor: String,
        action: AuditAction,
        subject: String,
        detail: String
    ) -> [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("fairlead-audit")
        fields.append(2)
        fields.append(previous)
        fields.append(chain)
        fields.append(number)
        fields.append(seen?.sequence ?? 0)
        fields.append(seen?.hash ?? [])
        fields.append(Int(seconds))
        fields.append(actor)
        fields.append(action.rawValue)
        fields.append(subject)
        fields.append(detail)
        return SHA256.digest(of: fields.bytes)
    }
}
