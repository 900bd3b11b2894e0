import Ciphers
package import Failures
import FoundationEssentials
import ProtectionTerms
import TextFormats

/// The head of an audit log: the number of its newest entry, and a hash that represents all entries up to it.
///
/// If it is kept elsewhere, it shows later whether an entry up to it was changed or removed.
///
/// The log consists of chains, one for each connection that appends, or several one after the other. The hash
/// is SHA-256 over length-prefixed fields: the text `fairlead-audit-head`, the number 1 (version of this form),
/// the hash of the newest entry that begins a chain, the number of chains that have entries from that one on,
/// and for each of them, in the order of their ids, the id, the number and the hash of the newest entry. An
/// entry that begins a chain follows the head before it, so that it represents all chains that ended earlier.
package struct AuditHead: Hashable, Sendable, CustomStringConvertible {
    /// The number of the newest entry in the store (`sequence`), from 1; 0 for an empty log.
    package let sequence: Int
    /// The hash, 32 bytes; zeros for an empty log.
    let hash: [UInt8]

    /// The head as `SEQUENCE:HEX`.
    package var description: String { "\(sequence):\(Hexadecimal.encode(hash))" }

    /// The head of a log without entries.
    static let ofEmptyLog = AuditHead(sequence: 0, hash: AuditEntry.hashBeforeFirst)

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

    /// Returns the head of the log of a store, which nobody may append to meanwhile.
    static func newest(in session: any SQLSession) throws(RunFailure) -> AuditHead {
        try AuditHead(session.query(newestStatements))
    }

    /// The statements whose rows ``init(_:)`` takes: for the number of the newest entry, and for the newest beginning
    /// and the newest entry of each chain since then, because a transaction may have logged millions of entries.
    static let newestStatements = [
        SQLStatement("SELECT max(sequence) FROM audit_log"),
        SQLStatement(
            """
            SELECT chain, number, hash FROM audit_log AS entry
            WHERE sequence >= (SELECT max(sequence) FROM audit_log WHERE number = 1) AND (number = 1 OR NOT EXISTS
            (SELECT 1 FROM audit_log WHERE chain = entry.chain AND number = entry.number + 1)) ORDER BY sequence
            """
        ),
    ]

    /// Reads the head of a log from the results of ``newestStatements``.
    init(_ results: [[SQLRow]]) throws(RunFailure) {
        var state = AuditHeadState()
        for (index, row) in results[1].enumerated() {
            let (chain, number, hash) = try (row.uuid(0), Int(row.integer(1)), row.bytes(2))
            if index == 0 {
                state.begin(chain, hash: hash)
            } else {
                state.append(chain, number: number, hash: hash)
            }
        }
        self = state.head(sequence: try results[0].first?.optionalInt(0) ?? 0)
    }
}

/// The parts of the hash of the head while a log is read from its beginning: the newest first entry, and the newest
/// entry of each chain since then.
struct AuditHeadState {
    private var newestBeginning: [UInt8] = AuditEntry.hashBeforeFirst
    private var ends: [[UInt8]: (number: Int, hash: [UInt8])] = [:]

    /// Takes an entry that begins a chain.
    mutating func begin(_ chain: UUID, hash: [UInt8]) {
        newestBeginning = hash
        ends = [chain.bytes: (1, hash)]
    }

    /// Takes the next entry of a chain.
    mutating func append(_ chain: UUID, number: Int, hash: [UInt8]) {
        ends[chain.bytes] = (number, hash)
    }

    /// Returns the head when `sequence` is the newest entry; its hash is zeros if no chain has begun.
    func head(sequence: Int) -> AuditHead {
        guard !ends.isEmpty else { return AuditHead(sequence: sequence, hash: AuditEntry.hashBeforeFirst) }
        var fields = LengthPrefixedFields()
        fields.append("fairlead-audit-head")
        fields.append(1)
        fields.append(newestBeginning)
        fields.append(ends.count)
        for (chain, end) in ends.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            fields.append(chain)
            fields.append(end.number)
            fields.append(end.hash)
        }
        return AuditHead(sequence: sequence, hash: SHA256.digest(of: fields.bytes))
    }
}
