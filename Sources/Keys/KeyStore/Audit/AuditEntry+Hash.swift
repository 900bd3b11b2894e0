import Ciphers
import FoundationEssentials

extension AuditEntry {
    /// The value that the first entry has as the hash of the entry before: zeros.
    static let hashBeforeFirst = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// Returns the hash that the fields of this entry give after an entry with the hash `previous`.
    func expectedHash(after previous: [UInt8]) -> [UInt8] {
        Self.hash(
            after: previous,
            sequence: sequence,
            seconds: at.storedSeconds,
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
