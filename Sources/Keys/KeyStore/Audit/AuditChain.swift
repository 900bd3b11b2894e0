package import Failures

/// Verification of a store's audit log by its hash chain.
package enum AuditChain {
    /// Verifies the whole log.
    ///
    /// The chain shows changes only to someone who kept a head elsewhere: whoever can write the database can
    /// write another chain.
    ///
    /// - Parameters:
    ///   - store: the store whose log is verified.
    ///   - expectedHead: a head that was kept, which must be in the chain; or nil.
    ///   - body: called with each entry after it was verified, oldest first.
    /// - Returns: the newest entry; its sequence is the number of entries.
    /// - Throws: `.brokenAudit` at the first entry that does not follow from the one before, or if
    ///   `expectedHead` is not in the chain.
    @discardableResult
    package static func verify(
        _ store: any KeyRecordStore,
        containing expectedHead: AuditHead? = nil,
        _ body: (AuditEntry) throws(RunFailure) -> Void = { _ in }
    ) throws(RunFailure) -> AuditHead {
        var head = AuditHead(sequence: 0, hash: AuditEntry.hashBeforeFirst)
        var hasExpectedHead = expectedHead == nil || expectedHead == head
        try store.forEachAuditEntry { (entry) throws(RunFailure) in
            guard entry.sequence == head.sequence + 1 else {
                throw .brokenAudit(sequence: head.sequence + 1, reason: "it is missing")
            }
            guard entry.hash == entry.expectedHash(after: head.hash) else {
                throw .brokenAudit(sequence: entry.sequence, reason: "its hash does not match its contents")
            }
            head = AuditHead(sequence: entry.sequence, hash: entry.hash)
            if let expectedHead, expectedHead.sequence == head.sequence {
                guard expectedHead == head else {
                    throw .brokenAudit(
                        sequence: head.sequence,
                        reason: "its hash does not match the given head"
                    )
                }
                hasExpectedHead = true
            }
            try body(entry)
        }
        guard hasExpectedHead else {
            throw .brokenAudit(sequence: head.sequence + 1, reason: "the log ends before the given head")
        }
        return head
    }
}
