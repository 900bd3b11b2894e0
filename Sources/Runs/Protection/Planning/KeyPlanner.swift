package import Ciphers
import Failures
package import FoundationEssentials
package import KeyStore
package import KeyURITemplates
import Presentations
import ProtectionTerms

/// A request for the keys of a title.
package struct KeyRequest: Sendable {
    /// A key from outside (`--key-file`, `--key`).
    package struct ProvidedKey: Sendable {
        /// The bytes of the key.
        package let key: ContentKey
        /// The IV, or nil if the key came without one.
        package let iv: InitializationVector?
        /// The key id, or nil if the key came without one.
        package let keyID: UUID?

        /// Creates a key from its parts.
        package init(key: ContentKey, iv: InitializationVector? = nil, keyID: UUID? = nil) {
            self.key = key
            self.iv = iv
            self.keyID = keyID
        }
    }

    /// The content id of the title.
    let contentID: ContentID
    /// The template of the key URIs.
    let template: KeyURITemplate
    /// The template variables that are the same for all keys.
    let variables: TemplateVariables
    /// Indicates whether the next generation of the title's keys is minted (`--new-key`).
    let isNewGeneration: Bool
    /// The one key to use, or nil to mint or derive keys.
    let providedKey: ProvidedKey?
    /// The secret that the keys of all slots are derived from, or nil.
    package var masterSecret: MasterSecret?
    /// The rules by which apps cut an asset id out of key URIs, or nil if none are known.
    ///
    /// Unless there are none, one of the rules has to yield an asset id.
    package var assetIDRules: [AssetIDRule]?
    /// Indicates whether the template of the key URIs is the default one, because no option chose another.
    package var hasDefaultTemplate = false

    /// Creates a request from its parts.
    package init(
        contentID: ContentID,
        template: KeyURITemplate,
        variables: TemplateVariables,
        isNewGeneration: Bool = false,
        providedKey: ProvidedKey? = nil
    ) {
        self.contentID = contentID
        self.template = template
        self.variables = variables
        self.isNewGeneration = isNewGeneration
        self.providedKey = providedKey
    }
}

/// Finds or mints the keys of a title and gives each its URI.
///
/// Everything that can be refused is refused before a key is minted, so that a refusal leaves no key behind.
package struct KeyPlanner {
    let request: KeyRequest
    let policy: ProtectionPolicy
    let store: any KeyRecordStore
    let supply: KeySupplyRequest?

    /// Creates a planner over a store.
    ///
    /// `policy` has the key systems and the method; `supply` is nil if keys are minted, derived or given.
    package init(
        _ request: KeyRequest,
        policy: ProtectionPolicy = ProtectionPolicy(),
        store: any KeyRecordStore,
        supply: KeySupplyRequest? = nil
    ) {
        self.request = request
        self.policy = policy
        self.store = store
        self.supply = supply
    }

    /// Plans the keys of slots without storing anything, and refuses what ``commit(_:check:adding:)`` would
    /// refuse.
    ///
    /// A supplier is not asked, because the store has the keys that it gave before.
    ///
    /// - Parameters:
    ///   - slots: the slots of the title.
    ///   - stored: what is stored about the keys of the title.
    ///   - check: refuses what depends on the keys and not on the store.
    /// - Returns: the plan, in which keys that are not stored are proposed.
    /// - Throws: `RunFailure`.
    func plan(
        _ slots: [KeySlot],
        among stored: StoredKeys,
        check: ([KeyCandidate]) throws(RunFailure) -> Void = { _ in }
    ) throws(RunFailure) -> KeyPlan {
        var plan = try store.loggingDenials { () throws(RunFailure) in
            var proposals = KeyProposals(request, policy.method.keyLength)
            let candidates = try candidates(for: slots, among: stored, &proposals)
            try check(candidates)
            try refuseContradictions(candidates)
            return try planned(candidates, among: stored)
        }
        try warnOfDuplicates(&plan)
        // The key lines that a supplier will give are not known.
        for key in plan.ordered where supply == nil || key.status != .proposed {
            for uri in Set(key.allSignals.map(\.uri)).sorted() {
                let other = try store.keys(signalledAs: uri).first {
                    $0.identity.contentID != request.contentID
                }
                if let other { plan.add([Self.sharedURIWarning(uri, other.identity)]) }
            }
        }
        return plan
    }

    /// Commits the keys of slots to the store, with what a run adds to them, and plans with these keys.
    ///
    /// The keys are planned while no other run changes those of the title, so that each is stored as the plan
    /// shows it.
    ///
    /// - Parameters:
    ///   - slots: the slots of the title.
    ///   - check: refuses what depends on the keys and not on the store.
    ///   - additions: what to add beside the keys, given the plan and what was stored before.
    /// - Returns: the plan.
    /// - Throws: `RunFailure`; then nothing is stored, except for keys from a supplier.
    func commit(
        _ slots: [KeySlot],
        check: ([KeyCandidate]) throws(RunFailure) -> Void = { _ in },
        adding additions: (KeyPlan, StoredKeys) throws(RunFailure) -> KeyAdditions = { _, _ in KeyAdditions()
        }
    ) throws(RunFailure) -> KeyPlan {
        var proposals = KeyProposals(request, policy.method.keyLength)
        let suppliedCandidates = try supply.map { (supply) throws(RunFailure) -> [KeyCandidate] in
            let stored = try store.keys(of: request.contentID)
            let candidates = try store.loggingDenials { () throws(RunFailure) -> [KeyCandidate] in
                try self.candidates(for: slots, among: stored, &proposals)
            }
            try check(candidates)
            return try supplied(candidates, by: supply)
        }
        var committed: KeyPlan?
        let sharers = try store.add(to: request.contentID, given: proposals.givenKeys(for: slots)) {
            (stored) throws(RunFailure) in
            let candidates: [KeyCandidate]
            if let suppliedCandidates {
                candidates = suppliedCandidates
            } else {
                candidates = try self.candidates(for: slots, among: stored, &proposals).map {
                    $0.committed(proposals)
                }
                try check(candidates)
            }
            try refuseContradictions(candidates)
            let plan = try planned(candidates, among: stored)
            committed = plan
            var added = try additions(plan, stored)
            if supply == nil { added.drafts = candidates.map(\.draft) }
            added.sharedURIs = Set(plan.ordered.flatMap { $0.allSignals.map(\.uri) })
            return added
        }
        guard var plan = committed else { throw .fault("keys were committed without a plan") }
        try warnOfDuplicates(&plan)
        for (uri, identity) in sharers.sorted(by: { $0.key < $1.key }) {
            plan.add([Self.sharedURIWarning(uri, identity)])
        }
        return plan
    }

    /// Indicates whether a key of these slots is not stored; throws if one that is stored must not be used.
    func lacksKeys(for slots: [KeySlot], among stored: StoredKeys) throws(RunFailure) -> Bool {
        try store.loggingDenials { () throws(RunFailure) in
            var proposals = KeyProposals(request, policy.method.keyLength)
            return try candidates(for: slots, among: stored, &proposals).contains { $0.status == .proposed }
        }
    }

    /// Finds the keys of slots among those that are stored; missing ones are proposed.
    func candidates(
        for slots: [KeySlot],
        among stored: StoredKeys,
        _ proposals: inout KeyProposals
    ) throws(RunFailure) -> [KeyCandidate] {
        if let provided = request.providedKey {
            guard slots.count <= 1 else { throw .oneKeyForManySlots(slots) }
            try checkLength(of: provided)
        }
        let generation = proposals.generation(among: stored) ?? wantedGeneration(after: stored)
        proposals.generation = generation
        try checkLengths(of: stored.records.filter { $0.identity.generation == generation })
        var candidates: [KeyCandidate] = []
        for slot in slots {
            let identity = try KeyIdentity(
                contentID: request.contentID,
                track: slot.track,
                period: slot.period,
                generation: generation
            )
            let record = stored.key(identity)?.record
            candidates.append(
                try candidate(for: slot, proposals.draft(identity, isStored: record != nil), record, stored)
            )
        }
        try stored.requireUsable(candidates.filter { $0.status == .stored }.map(\.record))
        return candidates
    }

    private func candidate(
        for slot: KeySlot,
        _ draft: KeyDraft,
        _ record: KeyRecord?,
        _ stored: StoredKeys
    ) throws(RunFailure) -> KeyCandidate {
        guard let record else { return KeyCandidate(slot: slot, draft: draft, stored: nil) }
        if request.masterSecret != nil, let contradiction = draft.contradiction(with: record) {
            throw .contradiction(draft.identity, field: "derived " + contradiction)
        }
        return KeyCandidate(
            slot: slot,
            draft: draft,
            stored: record,
            lines: supply == nil ? [] : stored.lines(of: record.keyID)
        )
    }

    /// Returns the generation of the keys: the latest, or the next one if that is requested.
    ///
    /// A later generation that no media were encrypted with counts as the next one: the run that minted it
    /// was stopped, and is run again. The first generation may be unused because it was minted ahead (`keys
    /// create`).
    ///
    /// - Parameter stored: what is stored about the keys of the title.
    /// - Returns: the generation, from 1.
    private func wantedGeneration(after stored: StoredKeys) -> Int {
        guard let latest = stored.records.map(\.identity.generation).max() else { return 1 }
        guard request.isNewGeneration else { return latest }
        for key in stored.keys where key.record.identity.generation == latest {
            guard key.record.key.length == policy.method.keyLength, !stored.isUsed(key.record.keyID),
                key.state == .active
            else { return latest + 1 }
        }
        return max(latest, 2)
    }

    private func refuseContradictions(_ candidates: [KeyCandidate]) throws(RunFailure) {
        for candidate in candidates {
            guard let field = candidate.draft.contradiction(with: candidate.record) else { continue }
            throw .contradiction(candidate.record.identity, field: field)
        }
    }

    /// Plans the key lines, and throws if two keys would have one URI.
    private func planned(
        _ candidates: [KeyCandidate],
        among stored: StoredKeys
    ) throws(RunFailure) -> KeyPlan {
        var keys: [KeySlot: PlannedKey] = [:]
        var slots: [SignalIdentity: KeySlot] = [:]
        var warnings: [String] = []
        for candidate in candidates {
            let planned = try plannedKey(candidate)
            keys[candidate.slot] = planned
            // The key lines that the supplier will give are not known.
            if let supply, candidate.status == .proposed {
                if candidate.slot == candidates.first?.slot { warnings.append(Self.dryRunWarning(supply)) }
                continue
            }
            for warning in signalWarnings(candidate, planned) where !warnings.contains(warning) {
                warnings.append(warning)
            }
            for identity in Set(planned.allSignals.map(SignalIdentity.init)) {
                guard let otherSlot = slots.updateValue(candidate.slot, forKey: identity) else { continue }
                throw .sharedKeyURI(uri: identity.uri, otherSlot, candidate.slot)
            }
            for uri in Set(planned.allSignals.map(\.uri)).sorted() {
                guard let other = stored.otherKey(signalledAs: uri, than: candidate.record.keyID) else {
                    continue
                }
                throw .keyURITaken(uri: uri, by: other.record.identity)
            }
        }
        return KeyPlan(keys: keys, warnings: warnings)
    }

    /// Adds a warning if the store has a given key elsewhere, too.
    private func warnOfDuplicates(_ plan: inout KeyPlan) throws(RunFailure) {
        guard request.providedKey != nil else { return }
        for key in plan.ordered where key.isNew {
            let draft = try request.draft(key.record.identity, policy.method.keyLength)
            if let warning = try store.duplicateWarning(of: draft) { plan.add([warning]) }
        }
    }

    /// Returns the warning that a URI names a key of another title, too.
    ///
    /// This is allowed because some deployments distinguish titles by the session and not by the URI.
    private static func sharedURIWarning(_ uri: String, _ identity: KeyIdentity) -> String {
        "the key URI \(KeyURIRedaction.redacted(uri)) also names a key of title \(identity.contentID); "
            + "a license server cannot tell them apart by the URI, and verify needs \(CommandOption.contentID)"
    }

    /// The attributes of a key line by which a client identifies a key.
    private struct SignalIdentity: Hashable {
        let system: KeySystem
        let uri: String
        let keyID: [UInt8]?

        init(_ signal: KeySignal) {
            system = signal.system
            uri = signal.uri
            keyID = signal.keyID
        }
    }

    private func plannedKey(_ candidate: KeyCandidate) throws(RunFailure) -> PlannedKey {
        var signals: [KeySignal] = []
        var sessionSignals: [KeySignal] = []
        for system in try systems(of: candidate) {
            let supplied = try suppliedSignals(of: candidate, system)
            signals += try supplied.media.isEmpty ? [signal(of: candidate, system)] : supplied.media
            sessionSignals += supplied.session
        }
        try refuseExposure(of: candidate.record, by: signals + sessionSignals)
        return PlannedKey(
            slot: candidate.slot,
            record: candidate.record,
            status: candidate.status,
            signals: signals,
            sessionSignals: sessionSignals
        )
    }

    /// Returns the key systems in which keys are signalled.
    func systems(of candidates: [KeyCandidate]) throws(RunFailure) -> Set<KeySystem> {
        if let systems = policy.keySystems { return Set(systems) }
        var foundSystems: Set<KeySystem> = []
        for candidate in candidates { foundSystems.formUnion(try systems(of: candidate)) }
        return foundSystems
    }

    /// Returns the key systems in which a key is signalled.
    ///
    /// Unless options name them, the key URI from the template or the supplier's lines determine them.
    func systems(of candidate: KeyCandidate) throws(RunFailure) -> [KeySystem] {
        if let systems = policy.keySystems { return systems }
        let usual = policy.keySystems(forKeyURI: try render(candidate))
        return supply?.signalledSystems(insteadOf: usual, policy.method) ?? usual
    }

    /// Throws if a key URI contains the key, as a `data` URI may: the playlists would disclose it.
    private func refuseExposure(
        of record: KeyRecord,
        by signals: [KeySignal]
    ) throws(RunFailure) {
        for uri in Set(signals.map(\.uri)).sorted() {
            try KeyExposure.refuse(keyURI: uri, of: record.key, record.identity)
        }
    }

    /// Returns the signal of a key in a key system.
    ///
    /// Renders the template only if the system takes its URI from it: the variables may belong to the
    /// deployment of another key system.
    private func signal(of candidate: KeyCandidate, _ system: KeySystem) throws(RunFailure)
        -> KeySignal
    {
        let uri = system.hasTemplateURIs ? try render(candidate) : ""
        if system.hasTemplateURIs {
            try TemplateURI.checkAssetID(
                in: uri,
                of: system,
                request.assetIDRules,
                variables: request.template.variableNames(seeingThrough: request.variables)
            )
        }
        return try KeySignal(
            system,
            keyID: candidate.record.keyID,
            key: candidate.record.key,
            scheme: policy.method.scheme,
            templateURI: uri,
            keyFormatVersions: policy.keyFormatVersions
        )
    }

    private func render(_ candidate: KeyCandidate) throws(RunFailure) -> String {
        var variables = request.variables
        variables.setKey(
            track: candidate.slot.track,
            period: candidate.slot.period,
            generation: candidate.record.identity.generation,
            keyID: candidate.record.keyID,
            iv: candidate.record.iv.bytes
        )
        return try TemplateURI.render(request.template, variables)
    }
}
