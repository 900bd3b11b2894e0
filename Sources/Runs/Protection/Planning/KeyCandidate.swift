import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

/// The key of a slot before it has key lines: found in the store, or proposed.
struct KeyCandidate: Sendable {
    let slot: KeySlot
    /// The request to the store, which also has the proposed key.
    let draft: KeyDraft
    /// The stored key, or the one that the draft proposes.
    let record: KeyRecord
    let status: PlannedKey.Status
    /// The key lines that came with the key.
    let lines: [SuppliedLines]

    /// Creates a candidate; without a record it is the proposal of the draft.
    init(slot: KeySlot, draft: KeyDraft, stored record: KeyRecord?, lines: [SuppliedLines] = []) {
        self.slot = slot
        self.draft = draft
        self.record = record ?? draft.proposal
        self.lines = lines
        status = record == nil ? .proposed : .stored
    }

    private init(_ candidate: KeyCandidate, record: KeyRecord, lines: [SuppliedLines], isMinted: Bool) {
        slot = candidate.slot
        draft = candidate.draft
        self.record = record
        self.lines = lines
        status = isMinted ? .minted : .stored
    }

    /// Returns the candidate as it is after its key was committed: minted if this run proposed it.
    func committed(_ proposals: KeyProposals) -> KeyCandidate {
        KeyCandidate(self, record: record, lines: lines, isMinted: proposals.isProposed(record))
    }

    /// Returns the candidate with the key of a supplier, which is in the store now.
    func supplied(_ key: SuppliedKey) -> KeyCandidate {
        KeyCandidate(self, record: key.record, lines: key.lines, isMinted: status == .proposed)
    }
}
