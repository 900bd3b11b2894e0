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

    /// Commits every key to the store, and plans with these keys.
    ///
    /// Each key is stored as the plan shows it. Only if another run was first is there a second plan, with its
    /// keys.
    func commit(_ candidates: [KeyCandidate]) throws(RunFailure) -> KeyPlan {
        if let supply { return try planned(try supplied(candidates, by: supply)) }
        let plan = try planned(candidates)
        let records = try store.findOrCreate(candidates.map(\.draft))
        // Another run may have minted keys for another method meanwhile.
        try checkLengths(of: records)
        let committed = zip(candidates, records).map { $0.committed($1) }
        guard zip(candidates, records).allSatisfy({ $0.isSame(as: $1) }) else {
            return try planned(committed)
        }
        var result = plan.committed(committed)
        // Another run may have stored the same key or URI between the plan and the commit.
        for candidate in committed where candidate.status == .minted {
            guard let key = result.keys[candidate.slot] else { continue }
            result.add(try duplicateWarnings(candidate) + storedURIWarnings(candidate, key))
        }
        return result
    }

    /// Asks the store for the keys of slots; missing ones are proposed.
    ///
    /// A supplier is not asked, because the store has the keys that it gave before.
    func candidates(for slots: [KeySlot]) throws(RunFailure) -> [KeyCandidate] {
        if let provided = request.providedKey {
            guard slots.count <= 1 else { throw .oneKeyForManySlots(slots) }
            try checkLength(of: provided)
        }
        let knownRecords = try store.records(of: request.contentID)
        let generation = try wantedGeneration(after: knownRecords)
        let storedRecords = knownRecords.filter { $0.identity.generation == generation }
        try checkLengths(of: storedRecords)
        let records = Dictionary(
            storedRecords.map { ($0.identity, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var candidates: [KeyCandidate] = []
        for slot in slots {
            let identity = try KeyIdentity(
                contentID: request.contentID,
                track: slot.track,
                period: slot.period,
                generation: generation
            )
            candidates.append(try candidate(for: slot, identity, stored: records[identity]))
        }
        try store.requireUsable(candidates.filter { $0.status == .stored }.map(\.record))
        return candidates
    }

    private func candidate(
        for slot: KeySlot,
        _ identity: KeyIdentity,
        stored record: KeyRecord?
    ) throws(RunFailure) -> KeyCandidate {
        let draft = try request.draft(identity, policy.method.keyLength)
        guard let record else { return KeyCandidate(slot: slot, draft: draft, stored: nil) }
        if request.masterSecret != nil, let contradiction = draft.contradiction(with: record) {
            throw .contradiction(identity, field: "derived " + contradiction)
        }
        return KeyCandidate(
            slot: slot,
            draft: draft,
            stored: record,
            lines: try supply == nil ? [] : store.suppliedLines(of: record.keyID)
        )
    }

    /// Returns the generation of the keys: the latest, or the next one if that is requested.
    ///
    /// A later generation that no media were encrypted with counts as the next one: the run that minted it
    /// was stopped, and is run again. The first generation may be unused because it was minted ahead (`keys
    /// create`).
    ///
    /// - Parameter records: the keys of the title.
    /// - Returns: the generation, from 1.
    /// - Throws: `RunFailure` if the store cannot be read.
    private func wantedGeneration(after records: [KeyRecord]) throws(RunFailure) -> Int {
        guard let latest = records.map(\.identity.generation).max() else { return 1 }
        guard request.isNewGeneration else { return latest }
        for record in records where record.identity.generation == latest {
            guard record.key.length == policy.method.keyLength, try store.uses(of: record.keyID).isEmpty,
                try store.state(of: record.keyID) == .active
            else { return latest + 1 }
        }
        return max(latest, 2)
    }

    /// Plans the keys without storing anything, and refuses what `commit` would refuse.
    func plan(_ candidates: [KeyCandidate]) throws(RunFailure) -> KeyPlan {
        for candidate in candidates {
            guard let field = candidate.draft.contradiction(with: candidate.record) else { continue }
            throw .contradiction(candidate.record.identity, field: field)
        }
        return try planned(candidates)
    }

    /// Plans the key lines, and throws if two keys would have one URI.
    private func planned(_ candidates: [KeyCandidate]) throws(RunFailure) -> KeyPlan {
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
            warnings += try duplicateWarnings(candidate)
            for warning in signalWarnings(candidate, planned) where !warnings.contains(warning) {
                warnings.append(warning)
            }
            for identity in Set(planned.allSignals.map(SignalIdentity.init)) {
                guard let otherSlot = slots.updateValue(candidate.slot, forKey: identity) else { continue }
                throw .sharedKeyURI(uri: identity.uri, otherSlot, candidate.slot)
            }
            warnings += try storedURIWarnings(candidate, planned)
        }
        return KeyPlan(keys: keys, warnings: warnings)
    }

    /// Returns a warning if the store has the given key elsewhere.
    private func duplicateWarnings(_ candidate: KeyCandidate) throws(RunFailure) -> [String] {
        guard candidate.status != .stored, request.providedKey != nil else { return [] }
        let warning = try store.duplicateWarning(of: candidate.draft)
        return warning.map { [$0] } ?? []
    }

    /// Returns warnings about other keys of the same URIs; throws if one is of this title.
    private func storedURIWarnings(
        _ candidate: KeyCandidate,
        _ planned: PlannedKey
    ) throws(RunFailure) -> [String] {
        var warnings: [String] = []
        for uri in Set(planned.allSignals.map(\.uri)).sorted() {
            warnings += try checkStoredURIs(uri, candidate)
        }
        return warnings
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

    /// Throws if a URI names another key of this title; warns if it names a key of another title.
    ///
    /// The latter is allowed because some deployments distinguish titles by the session and not by the URI.
    private func checkStoredURIs(_ uri: String, _ candidate: KeyCandidate) throws(RunFailure)
        -> [String]
    {
        let namedRecords = try store.keys(signalledAs: uri)
        let otherRecords = namedRecords.filter { record in
            // Another run may mint and signal the same key while this one plans; the commit then finds it.
            let isMintedMeanwhile =
                candidate.status == .proposed && record.identity == candidate.record.identity
            return record.keyID != candidate.record.keyID && !isMintedMeanwhile
        }
        if let sameTitleRecord = otherRecords.first(where: { $0.identity.contentID == request.contentID }) {
            throw .keyURITaken(uri: uri, by: sameTitleRecord.identity)
        }
        guard let otherTitleRecord = otherRecords.first else { return [] }
        return [
            "the key URI \(KeyURIRedaction.redacted(uri)) also names a key of title \(otherTitleRecord.identity.contentID); "
                + "a license server cannot tell them apart by the URI, and verify needs \(CommandOption.contentID)"
        ]
    }
}
