package import Failures

/// Verification of a store's audit log by its hash chains.
package enum AuditChain {
    /// The result of verifying a log.
    package struct Result: Sendable {
        /// The head of the log.
        package let head: AuditHead
        /// The number of entries.
        package let entryCount: Int
    }

    /// Verifies the whole log.
    ///
    /// The chains show changes only to someone who kept a head elsewhere: whoever can write the database can
    /// write other chains.
    ///
    /// - Parameters:
    ///   - store: the store whose log is verified.
    ///   - expectedHead: a head that was kept, which the log must have had; or nil.
    ///   - body: called with each entry after it was verified, in their order.
    /// - Returns: the head of the log, and the number of its entries.
    /// - Throws: `.brokenAudit` at the first entry that does not follow from those before, or if the log never
    ///   had `expectedHead`.
    @discardableResult
    package static func verify(
        _ store: any KeyRecordStore,
        containing expectedHead: AuditHead? = nil,
        _ body: (AuditEntry) throws(RunFailure) -> Void = { _ in }
    ) throws(RunFailure) -> Result {
        // Entries that are appended while the log is read may come between others, and are left out.
        let newestHead = try store.auditHead()
        var verification = Verification(expectedHead: expectedHead)
        try store.forEachAuditEntry(through: newestHead.sequence) {
            (entry, predecessors) throws(RunFailure) in
            try verification.check(entry, after: predecessors)
            try body(entry)
        }
        guard verification.head == newestHead else {
            throw .brokenAudit(
                sequence: verification.head.sequence,
                reason: "an entry before it was removed or changed while the log was read"
            )
        }
        guard verification.hasExpectedHead else {
            throw .brokenAudit(
                sequence: newestHead.sequence + 1,
                reason: "the log ends before the given head"
            )
        }
        return Result(head: newestHead, entryCount: verification.entryCount)
    }

    private struct Verification {
        let expectedHead: AuditHead?
        var hasExpectedHead: Bool
        var entryCount = 0
        var newestSequence = 0
        var state = AuditHeadState()

        var head: AuditHead { state.head(sequence: newestSequence) }

        init(expectedHead: AuditHead?) {
            self.expectedHead = expectedHead
            hasExpectedHead = expectedHead == nil || expectedHead == .ofEmptyLog
        }

        /// Checks the next entry.
        mutating func check(
            _ entry: AuditEntry,
            after predecessors: AuditEntry.Predecessors
        ) throws(RunFailure) {
            func broken(_ reason: String) -> RunFailure {
                .brokenAudit(sequence: entry.sequence, reason: reason)
            }
            guard entry.sequence > newestSequence else { throw broken("it is there twice") }
            if let expectedHead, !hasExpectedHead, expectedHead.sequence < entry.sequence {
                throw .brokenAudit(sequence: expectedHead.sequence, reason: "it is missing")
            }
            if entry.number == 1 {
                guard entry.hash == entry.expectedHash(after: head.hash) else {
                    throw broken("it does not follow from the entries before it, or they from it")
                }
                state.begin(entry.chain, hash: entry.hash)
            } else {
                guard let previous = predecessors.previous, previous.sequence < entry.sequence else {
                    throw broken("the entry before it in its chain is missing")
                }
                guard entry.hash == entry.expectedHash(after: previous.hash) else {
                    throw broken("its hash does not match its contents")
                }
                state.append(entry.chain, number: entry.number, hash: entry.hash)
            }
            if let seen = entry.seen {
                guard seen == predecessors.seen, seen.sequence < entry.sequence else {
                    throw broken("entry \(seen.sequence), which was there before it, is missing or another")
                }
            }
            newestSequence = entry.sequence
            entryCount += 1
            guard let expectedHead, expectedHead.sequence == entry.sequence else { return }
            guard expectedHead == head else { throw broken("the head at it does not match the given head") }
            hasExpectedHead = true
        }
    }
}
