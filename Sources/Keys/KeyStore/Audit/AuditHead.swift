import Ciphers
package import Failures
import TextFormats

/// The sequence and hash of one entry of an audit log, which represent all entries up to it.
///
/// If it is kept elsewhere, it shows later whether an entry up to it was changed or removed.
package struct AuditHead: Hashable, Sendable, CustomStringConvertible {
    /// The number of the entry, from 1; 0 for an empty log.
    package let sequence: Int
    /// The hash of the entry, 32 bytes; zeros for an empty log.
    let hash: [UInt8]

    /// The head as `SEQUENCE:HEX`.
    package var description: String { "\(sequence):\(Hexadecimal.encode(hash))" }

    init(sequence: Int, hash: [UInt8]) {
        self.sequence = sequence
        self.hash = hash
    }

    /// Parses `SEQUENCE:HEX`.
    package init(parsing text: String) throws(RunFailure) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int(parts[0]), sequence >= 0,
            !parts[0].utf8.starts(with: "+".utf8),
            let hash = Hexadecimal.decode(parts[1]), hash.count == SHA256.byteCount
        else {
            throw .invalidField(
                name: "head of a log",
                found: "malformed text of \(text.utf8.count) bytes",
                expected: "SEQUENCE:HEX with 64 digits"
            )
        }
        self.init(sequence: sequence, hash: hash)
    }

    /// Returns the head of the log of a store.
    static func newest(in session: any SQLSession) throws(RunFailure) -> AuditHead {
        let row = try session.first("SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1", [])
        guard let row else { return AuditHead(sequence: 0, hash: AuditEntry.hashBeforeFirst) }
        return AuditHead(sequence: Int(try row.integer(0)), hash: try row.bytes(1))
    }
}
