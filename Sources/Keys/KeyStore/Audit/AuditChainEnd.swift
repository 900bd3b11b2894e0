import FoundationEssentials

/// The newest entry of a chain of the log: what the next entry follows.
struct AuditChainEnd: Sendable {
    /// The number of entries after which no transaction continues a chain.
    ///
    /// Who begins a chain reads the entries since the last beginning, so beginnings must not be too far apart.
    ///
    /// Each chain has a number of its own, so that many that began together do not end together.
    private static let numberLimits = 200...600

    /// The id of the chain.
    let id: UUID
    private let numberLimit = Int.random(in: numberLimits)
    /// The number of the entry in its chain, from 1; 0 before the first one.
    private(set) var number: Int
    /// The hash of the entry; before the first one, that of the head of the log.
    private(set) var hash: [UInt8]

    /// Indicates whether another transaction may continue the chain.
    var mayContinue: Bool { number < numberLimit }

    /// Begins a chain; its first entry follows the head of the log.
    init(after head: AuditHead) {
        id = UUID()
        number = 0
        hash = head.hash
    }

    /// Appends an entry.
    mutating func append(
        seen: AuditEntry.Link?,
        seconds: Int64,
        actor: String,
        action: AuditAction,
        subject: String,
        detail: String
    ) {
        number += 1
        hash = AuditEntry.hash(
            after: hash,
            chain: id,
            number: number,
            seen: seen,
            seconds: seconds,
            actor: actor,
            action: action,
            subject: subject,
            detail: detail
        )
    }
}
