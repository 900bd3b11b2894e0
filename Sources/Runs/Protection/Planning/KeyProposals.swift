import Failures
import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

/// The drafts of the keys of a run: one for each key, also if the run plans more than once.
struct KeyProposals {
    private let request: KeyRequest
    private let keyLength: KeyLength
    private var drafts: [KeyIdentity: KeyDraft] = [:]
    /// The keys that were not stored when they were first looked up.
    private var missing: Set<KeyIdentity> = []

    /// The generation of the keys, once it was chosen.
    var generation: Int?

    init(_ request: KeyRequest, _ keyLength: KeyLength) {
        self.request = request
        self.keyLength = keyLength
    }

    /// Returns the draft of a key: given, derived, or random.
    mutating func draft(_ identity: KeyIdentity, isStored: Bool) throws(RunFailure) -> KeyDraft {
        if !isStored { missing.insert(identity) }
        if let draft = drafts[identity] { return draft }
        let draft = try request.draft(identity, keyLength)
        drafts[identity] = draft
        return draft
    }

    /// Returns the chosen generation if this run still has to choose it: no key of another run is in it or a later one.
    ///
    /// If the outcome of a commit is unknown, the keys that it stored must not be taken for those of another run, which
    /// a new generation would follow.
    func generation(among stored: StoredKeys) -> Int? {
        guard let generation else { return nil }
        let newer = stored.records.filter { $0.identity.generation >= generation }
        return newer.allSatisfy { $0.identity.generation == generation && isProposed($0) } ? generation : nil
    }

    /// Indicates whether this run stores, or has stored, a record that it proposed.
    func isProposed(_ record: KeyRecord) -> Bool {
        missing.contains(record.identity) && drafts[record.identity]?.proposal.keyID == record.keyID
    }

    /// Returns a draft of the given key, or nothing if none is given.
    func givenKeys(for slots: [KeySlot]) throws(RunFailure) -> [KeyDraft] {
        guard request.providedKey != nil, let slot = slots.first else { return [] }
        let identity = try KeyIdentity(contentID: request.contentID, track: slot.track, period: slot.period)
        return [try request.draft(identity, keyLength)]
    }
}
