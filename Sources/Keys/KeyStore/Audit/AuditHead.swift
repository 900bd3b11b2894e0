import Ciphers
import TextFormats

/// An entry of a log by its place and its hash, which stands for all entries up to it.
///
/// Kept elsewhere it tells later that nothing up to it was changed or cut off.
package struct AuditHead: Hashable, Sendable, CustomStringConvertible {
    /// Counts the entries from 1; 0 for an empty log.
    package let sequence: Int
    /// The entry's hash, 32 bytes; zeros for an empty log.
    package let hash: [UInt8]

    /// `SEQUENCE:HEX`.
    package var description: String { "\(sequence):\(Hexadecimal.encode(hash))" }

    init(sequence: Int, hash: [UInt8]) {
        self.sequence = sequence
        self.hash = hash
    }

    /// Reads `SEQUENCE:HEX`.
    package init(parsing text: String) throws(KeyStoreError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int(parts[0]), sequence >= 0,
            !parts[0].utf8.starts(with: "+".utf8),
            let hash = Hexadecimal.decode(parts[1]), hash.count == SHA256.byteCount
        else {
            throw .invalidField(
                name: "head of a log",
                found: "\(text.utf8.count) bytes of another form",
                expected: "SEQUENCE:HEX with 64 digits"
            )
        }
        self.init(sequence: sequence, hash: hash)
    }

    /// The newest entry of a store.
    static func newest(in session: any SQLSession) throws(KeyStoreError) -> AuditHead {
        let row = try session.first("SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1", [])
        guard let row else { return AuditHead(sequence: 0, hash: AuditEntry.hashBeforeFirst) }
        return AuditHead(sequence: Int(try row.integer(0)), hash: try row.bytes(1))
    }
}
