package import Failures
import FoundationEssentials
package import KeyStore
package import Presentations
import ProtectionTerms
import SampleEncryption

/// One run of `fairlead protect` or `package`.
///
/// It reads, plans, commits keys, encrypts, edits playlists and publishes. Each step returns a value that the
/// next one needs.
///
/// Keys and their signalling are committed before the first byte is encrypted. The uses of keys are recorded
/// after encryption and before publication. A run that fails leaves no result and no stage.
package struct ProtectionRun {
    private let request: ProtectionRequest
    private let store: any KeyRecordStore
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// Creates a run with the key store that it uses.
    package init(
        _ request: ProtectionRequest,
        store: any KeyRecordStore,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.request = request
        self.store = store
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Reports what the run would do.
    ///
    /// Changes nothing and mints no key.
    package func dryRun() throws(RunFailure) -> ProtectionReport {
        try withClearPresentation { (clear) throws(RunFailure) in
            let plan = try plan(clear, encrypts: false)
            let stored = try store.keys(of: request.keys.contentID)
            var keys = try planned(plan, among: stored)
            let location = try location(plan, isDryRun: true)
            keys.warnings += policies(plan)?.assignment(to: keys, among: stored).warnings ?? []
            let layout = OutputLayout(
                plan,
                knownExtents: try SectionExtents.extents(
                    of: plan.media,
                    KeyLines(keys: keys.keys, policy: request.policy),
                    in: plan.presentation.files
                )
            )
            return report(layout, keys, output: location.path, outcome: "dry-run")
        }
    }

    /// Mints the keys and stores their signalling, without encrypting.
    ///
    /// Reads media only as far as the set of keys depends on them.
    package func mint() throws(RunFailure) -> ProtectionReport {
        try withClearPresentation { (clear) throws(RunFailure) in
            let plan = try plan(clear, encrypts: false)
            try cancellation.check()
            let location = try location(plan, isDryRun: true)
            let keys = try commit(plan, tree: location.path, encrypts: false)
            try recordFirstUse(keys.firstUse)
            return report(OutputLayout(plan), keys, output: location.path, outcome: "keys")
        }
    }

    /// Performs the run and returns its report.
    package func execute() throws(RunFailure) -> ProtectionReport {
        try withClearPresentation { (clear) throws(RunFailure) in
            let plan = try plan(clear, encrypts: true)
            try cancellation.check()
            let location = try location(plan, isDryRun: false)
            // The refusal leaves no new folders: it is for a result that exists.
            try refuseResultOfOtherKeys(plan, at: location)
            let storage = FileStorage(
                location,
                overwrites: request.overwrites,
                removesAbandoned: request.recording == nil,
                entry: plan.presentation.entry,
                cancellation: cancellation
            )
            let (result, outcome) = try storage.publish(
                build: { (tree) throws(RunFailure) in
                    try build(plan, in: tree, for: location)
                },
                record: { (result, tree) throws(RunFailure) in
                    try record(result, plan, in: tree, at: location)
                },
                lastCheck: { (result) throws(RunFailure) in
                    try store.requireStored(result.records)
                    try requireProvisioned(result.records)
                },
                recordEqual: { (result, tree) throws(RunFailure) in
                    guard let run = try titleRun(of: result.keys, plan, in: tree, at: location) else {
                        return
                    }
                    try store.record(run)
                }
            )
            return report(result.tree.layout, result.keys, output: location.path, outcome: outcome.rawValue)
        }
    }

    private func withClearPresentation(
        _ body: (ClearPresentation) throws(RunFailure) -> ProtectionReport
    ) throws(RunFailure) -> ProtectionReport {
        let clear = try request.source.read(progress, cancellation)
        return try clear.inputs.namingChanges { () throws(RunFailure) in try body(clear) }
    }

    // MARK: The plan

    /// Plans the run; `encrypts` tells whether encryption follows, so that reading ahead pays off.
    private func plan(
        _ clear: ClearPresentation,
        encrypts: Bool
    ) throws(RunFailure) -> ProtectionPlan {
        let presentation = clear.presentation
        try ClearPresentationCheck.check(presentation)
        for companion in presentation.companions {
            try presentation.files.checkPresence(of: companion)
        }
        let layout = try MediaLayoutBuilder.layout(of: presentation)
        try TreePathCheck.check(presentation, layout)
        let survey = try survey(presentation, layout, prefetches: encrypts)
        try KeySystemMediaCheck.check(request.policy, layout, survey)
        let media = try ProtectionPlanner.plan(
            request.policy,
            for: presentation,
            layout,
            survey,
            rules: request.supplier?.selection
        )
        guard media.resources.contains(where: { $0.resource.content == .segment && $0.treatment.slot != nil })
        else { throw .nothingEncrypted(presentation.entry) }
        let plan = try ProtectionPlan(clear, media)
        try SegmentIndexFeasibility.check(OutputLayout(plan), of: presentation.files)
        return plan
    }

    /// Surveys the media if the method encrypts samples.
    ///
    /// AES-128 and AES-256-GCM encrypt bytes of any kind.
    private func survey(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        prefetches: Bool
    ) throws(RunFailure) -> SampleSurvey {
        guard request.policy.method.encryptsSamples else { return .none }
        progress.beginPhase(.checking, "looking at the segments (\(layout.resources.count))")
        return try SampleSurveyReader.survey(
            presentation,
            layout,
            request.policy,
            jobs: request.jobs,
            prefetches: prefetches,
            cancellation: cancellation
        )
    }

    private func location(
        _ plan: ProtectionPlan,
        isDryRun: Bool
    ) throws(RunFailure) -> OutputLocation {
        let inputLocation = request.source.inputLocation(of: plan.presentation)
        return try OutputLocation(request.output, input: inputLocation, isDryRun: isDryRun)
    }

    // MARK: The keys

    /// Finds the keys in the store, or proposes them.
    private func planned(_ plan: ProtectionPlan, among stored: StoredKeys) throws(RunFailure) -> KeyPlan {
        let planner = planner(plan)
        return try planner.plan(plan.slots, among: stored) { (candidates) throws(RunFailure) in
            try refusePartialProtection(plan, planner, candidates)
        }
    }

    /// Throws if FairPlay is to be signalled for samples that stay partly clear: its clients find encrypted
    /// ranges by slice headers, not by `senc`, and would decrypt clear bytes.
    private func refusePartialProtection(
        _ plan: ProtectionPlan,
        _ planner: KeyPlanner,
        _ candidates: [KeyCandidate]
    ) throws(RunFailure) {
        guard let overflow = plan.partlyProtectedSamples.first, !request.policy.allowsPartialProtection,
            try planner.systems(of: candidates).contains(.fairPlay)
        else { return }
        throw .partialProtection(overflow)
    }

    /// Throws if a result exists and the store lacks its keys, before any key is minted.
    ///
    /// New keys never reproduce the existing result. The store is asked after the folder: another run may store
    /// its keys and publish meanwhile.
    private func refuseResultOfOtherKeys(
        _ plan: ProtectionPlan,
        at location: OutputLocation
    ) throws(RunFailure) {
        guard !request.overwrites, request.keys.providedKey == nil, request.supplier == nil else { return }
        guard let names = try? Directory.names(in: location.path), !names.isEmpty else { return }
        let stored = try store.keys(of: request.keys.contentID)
        if try planner(plan).lacksKeys(for: plan.slots, among: stored) {
            throw .resultOfOtherKeys(output: location.path)
        }
    }

    /// Commits the keys, their signalling and their policies to the store.
    ///
    /// If encryption follows, the log says so, unless a license server must have the keys before.
    private func commit(
        _ plan: ProtectionPlan,
        tree: String,
        encrypts: Bool
    ) throws(RunFailure) -> KeyPlan {
        let firstUse = try store.firstUseSinceRestoration(of: request.keys.contentID)
        let (planner, policies) = (planner(plan), policies(plan))
        var policyWarnings: [String] = []
        var keys = try planner.commit(plan.slots) { (candidates) throws(RunFailure) in
            try refusePartialProtection(plan, planner, candidates)
        } adding: { (keys, stored) in
            let assignment = policies?.assignment(to: keys, among: stored)
            policyWarnings = assignment?.warnings ?? []
            let logsEncryption = encrypts && request.requiredServer == nil
            return KeyAdditions(
                signalling: signalling(of: keys, plan, tree: tree),
                policies: assignment?.terms ?? [],
                logEntries: logsEncryption ? [.encryption(with: keys.ordered.map(\.record), of: tree)] : []
            )
        }
        if let firstUse { keys.warnings.append(firstUse.warning) }
        keys.firstUse = firstUse
        keys.warnings += policyWarnings
        guard encrypts, request.requiredServer != nil else { return keys }
        let records = keys.ordered.map(\.record)
        try requireProvisioned(records)
        try store.logEncryption(with: records, of: tree)
        return keys
    }

    private func signalling(of keys: KeyPlan, _ plan: ProtectionPlan, tree: String) -> [Signalling] {
        keys.ordered.flatMap { key in
            key.signalling(
                request.policy.method,
                scheme: plan.scheme(of: key.slot, request.policy.method),
                template: request.templateName,
                rules: request.keys.assetIDRules,
                tree: tree
            )
        }
    }

    private func planner(_ plan: ProtectionPlan) -> KeyPlanner {
        let supply = request.supplier.map { supplier in
            KeySupplyRequest(
                supplier,
                media: SlotMedia.media(
                    of: plan,
                    supplier.selection == nil ? request.policy.granularity : .rendition
                )
            )
        }
        return KeyPlanner(request.keys, policy: request.policy, store: store, supply: supply)
    }

    /// Returns the assignment of policies to keys, or nil if the request has no policy terms.
    private func policies(_ plan: ProtectionPlan) -> KeyPolicyAssignment? {
        request.policyTerms.map { terms in
            var classes: [String: String] = [:]
            for rendition in plan.presentation.renditions where request.policy.granularity == .rendition {
                classes[rendition.name] = TrackSelection.trackClass(of: rendition)?.rawValue
            }
            return KeyPolicyAssignment(terms: terms, classes: classes)
        }
    }

    // MARK: The result

    /// A tree that is ready to be published.
    private struct ProtectedTree {
        let keys: KeyPlan
        let tree: TreeBuilder.Outcome

        var records: [KeyRecord] { keys.ordered.map(\.record) }
    }

    private func build(
        _ plan: ProtectionPlan,
        in tree: String,
        for location: OutputLocation
    ) throws(RunFailure) -> ProtectedTree {
        let keys = try commit(plan, tree: location.path, encrypts: true)
        progress.beginPhase(
            .encrypting,
            "keys in the store: \(keys.keys.count), of which \(keys.ordered.count(where: \.isNew)) are new"
        )
        let builder = TreeBuilder(
            plan: plan,
            policy: request.policy,
            keys: keys,
            sessionKeys: request.sessionKeys,
            bandwidths: request.bandwidths,
            digestKey: store.mediaDigestKey,
            jobs: request.jobs,
            progress: progress,
            cancellation: cancellation
        )
        let built = try builder.build(in: tree)
        progress.beginPhase(.publishing, "everything is encrypted; publishing \(location.path)")
        return ProtectedTree(keys: keys, tree: built)
    }

    /// Records the uses of the keys and the tree that is about to be published.
    private func record(
        _ result: ProtectedTree,
        _ plan: ProtectionPlan,
        in tree: String,
        at location: OutputLocation
    ) throws(RunFailure) {
        // Checked again, because a license server may have lost a key during hours of encryption; recording the uses
        // refuses keys that were revoked.
        try requireProvisioned(result.records)
        let run = try titleRun(of: result.keys, plan, in: tree, at: location)
        let treeRecord = try result.tree.listing.record(
            of: request.keys.contentID,
            at: location.path,
            in: store
        )
        let uses = try result.keys.uses(on: plan, result.tree.digests, by: request.policy.method)
        try store.recordUses(uses, reuse: request.reuse, of: run, publishing: treeRecord)
        try recordFirstUse(result.keys.firstUse)
    }

    private func recordFirstUse(_ firstUse: FirstUseSinceRestoration?) throws(RunFailure) {
        guard let firstUse else { return }
        try store.logFirstUse(firstUse)
    }

    /// Returns the record of the title's publication, or nil outside of batches.
    private func titleRun(
        of keys: KeyPlan,
        _ plan: ProtectionPlan,
        in tree: String,
        at location: OutputLocation
    ) throws(RunFailure) -> TitleRun? {
        try request.recording?.titleRun(
            of: plan.inputs,
            publishing: tree,
            as: location.path,
            keyIDs: keys.ordered.map(\.record.keyID),
            in: store,
            cancellation
        )
    }

    /// Throws if the required license server lacks the present version of a key, or the key was revoked.
    private func requireProvisioned(_ records: [KeyRecord]) throws(RunFailure) {
        guard let server = request.requiredServer else { return }
        try store.requireUsable(records)
        try store.requireProvisioned(records, at: server)
    }

    private func report(
        _ layout: OutputLayout,
        _ keys: KeyPlan,
        output: String,
        outcome: String
    ) -> ProtectionReport {
        ProtectionReportBuilder(layout: layout, keys: keys).report(request, output: output, outcome: outcome)
    }
}
