import FoundationEssentials
package import KeyStore
package import Presentations
import ProtectionTerms
import SampleEncryption

/// One run of `fairlead protect` or `package`.
///
/// It reads, plans, commits keys, encrypts, edits playlists and publishes.
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
    package func dryRun() throws(PresentationError) -> ProtectionReport {
        let clear = try request.source.read(progress, cancellation)
        return try clear.inputs.namingChanges { () throws(PresentationError) in try dryRun(clear) }
    }

    private func dryRun(_ clear: ClearPresentation) throws(PresentationError) -> ProtectionReport {
        let plan = try plan(clear, encrypts: false)
        let inputLocation = request.source.inputLocation(of: plan.presentation)
        let location = try OutputLocation(request.output, input: inputLocation, isDryRun: true)
        var keys = try planner(plan).dryRun(plan.slots)
        keys.warnings += try policies(plan)?.warnings(keys) ?? []
        var layout = plan.layout
        // Sizes do not depend on the key: all key ids have the same length.
        try SectionSizes(
            KeyLines(keys: keys.withPlaceholderRecords(), policy: request.policy),
            of: plan.presentation.files
        )
        .setSizes(&layout, of: plan.presentation)
        return ProtectionReportBuilder(plan: plan.replacing(layout), keys: keys)
            .report(request, output: location.path, outcome: "dry-run")
    }

    /// Mints the keys and stores their signalling, without encrypting.
    ///
    /// Reads media only as far as the set of keys depends on them.
    package func mint() throws(PresentationError) -> ProtectionReport {
        let clear = try request.source.read(progress, cancellation)
        return try clear.inputs.namingChanges { () throws(PresentationError) in
            let plan = try plan(clear, encrypts: false)
            try cancellation.check()
            let inputLocation = request.source.inputLocation(of: plan.presentation)
            let location = try OutputLocation(request.output, input: inputLocation, isDryRun: true)
            let keys = try commitKeys(plan, tree: location.path)
            try recordFirstUse(keys.firstUse)
            return ProtectionReportBuilder(plan: plan, keys: keys)
                .report(request, output: location.path, outcome: "keys")
        }
    }

    /// Performs the run and returns its report.
    package func execute() throws(PresentationError) -> ProtectionReport {
        let clear = try request.source.read(progress, cancellation)
        return try clear.inputs.namingChanges { () throws(PresentationError) in try execute(clear) }
    }

    private func execute(_ clear: ClearPresentation) throws(PresentationError) -> ProtectionReport {
        let plan = try plan(clear, encrypts: true)
        try cancellation.check()
        let inputLocation = request.source.inputLocation(of: plan.presentation)
        let location = try OutputLocation(request.output, input: inputLocation, isDryRun: false)
        var isPublished = false
        defer { if !isPublished { location.removeCreatedDirectories() } }
        try refuseResultOfOtherKeys(plan, at: location)
        let stage = try Stage.make(for: location, removesAbandoned: request.recording == nil)
        let result: Result<ProtectionReport, PresentationError> = Result { () throws(PresentationError) in
            try build(plan, in: stage, for: location)
        }
        // A failed removal is ignored: the error of the run matters more, and the next run collects the
        // stage.
        try? stage.remove()
        let report = try result.get()
        isPublished = true
        return report
    }

    /// Plans the run; `encrypts` tells whether encryption follows, so that reading ahead pays off.
    private func plan(
        _ clear: ClearPresentation,
        encrypts: Bool
    ) throws(PresentationError) -> ProtectionPlan {
        let presentation = clear.presentation
        try ClearPresentationCheck.check(presentation)
        for companion in presentation.companions {
            try presentation.files.checkPresence(of: companion)
        }
        let clearLayout = try MediaLayoutBuilder.layout(of: presentation)
        try TreePathCheck.check(presentation, clearLayout)
        let survey = try survey(presentation, clearLayout, prefetches: encrypts)
        try KeySystemMediaCheck.check(request.policy, clearLayout, survey)
        var layout = try ProtectionPlanner.plan(
            request.policy,
            for: presentation,
            consume clearLayout,
            survey,
            rules: request.supplier?.selection
        )
        try CarriedBoxFinder.find(in: &layout, of: presentation.files)
        OutputOffsets.assign(to: &layout, in: presentation)
        try SegmentIndexFeasibility.check(layout, of: presentation.files)
        guard layout.resources.contains(where: { $0.content == .segment && $0.protection != .clear }) else {
            throw .protection(.nothingEncrypted(presentation.entry))
        }
        let plan = try ProtectionPlan(clear, layout: layout)
        try refusePartialProtection(plan)
        return plan
    }

    /// Throws if FairPlay is to be signalled for samples that stay partly clear.
    ///
    /// FairPlay clients find encrypted ranges by slice headers, not by `senc`, and would decrypt clear bytes.
    private func refusePartialProtection(_ plan: ProtectionPlan) throws(PresentationError) {
        guard let overflow = plan.partlyProtectedSamples.first, !request.policy.allowsPartialProtection,
            try planner(plan).systems(of: plan.slots).contains(.fairPlay)
        else { return }
        throw .protection(.partialProtection(overflow))
    }

    /// Surveys the media if the method encrypts samples.
    ///
    /// AES-128 and AES-256-GCM encrypt bytes of any kind.
    private func survey(
        _ presentation: Presentation,
        _ layout: MediaLayout,
        prefetches: Bool
    ) throws(PresentationError) -> SampleSurvey {
        guard request.policy.method.encryptsSamples else { return .none }
        progress.beginPhase("looking at the segments (\(layout.resources.count))")
        return try SampleSurveyReader.survey(
            presentation,
            layout,
            request.policy,
            jobs: request.jobs,
            prefetches: prefetches,
            cancellation: cancellation
        )
    }

    /// Throws if a result exists and the store lacks its keys, before any key is minted.
    ///
    /// New keys never reproduce the existing result.
    private func refuseResultOfOtherKeys(
        _ plan: ProtectionPlan,
        at location: OutputLocation
    ) throws(PresentationError) {
        guard !request.overwrites, request.keys.providedKey == nil, request.supplier == nil else { return }
        guard let names = try? Directory.names(in: location.path), !names.isEmpty else { return }
        let keys = try planner(plan).dryRun(plan.slots)
        if keys.ordered.contains(where: \.isNew) {
            throw .protection(.resultOfOtherKeys(output: location.path))
        }
    }

    private func build(
        _ plan: ProtectionPlan,
        in stage: Stage,
        for location: OutputLocation
    ) throws(PresentationError) -> ProtectionReport {
        let keys = try commitKeys(plan, tree: location.path)
        let records = keys.ordered.compactMap(\.record)
        try requireUsable(records)
        try mapStoreErrors { () throws(KeyStoreError) in
            try store.logEncryption(with: records, of: location.path)
        }
        progress.beginPhase(
            "keys in the store: \(keys.keys.count), of which \(keys.ordered.count(where: \.isNew)) are new"
        )
        let builder = TreeBuilder(
            presentation: plan.presentation,
            layout: plan.layout,
            policy: request.policy,
            keys: keys,
            discontinuities: plan.discontinuities,
            bandwidths: request.bandwidths,
            digestKey: store.mediaDigestKey,
            progress: progress,
            cancellation: cancellation
        )
        let built = try builder.build(in: stage.tree, sessionKeys: request.sessionKeys, jobs: request.jobs)
        let publisher = Publisher(
            to: location,
            overwrites: request.overwrites,
            entry: plan.presentation.entry,
            cancellation: cancellation
        )
        progress.beginPhase("everything is encrypted; publishing \(location.path)")
        let needsPublication = try publisher.check(stage)
        try cancellation.check()
        // Checked again, because a key may have been revoked during hours of encryption.
        try requireUsable(records)
        let tree = needsPublication ? stage.tree : location.path
        let run = try titleRun(of: keys, plan, in: tree, at: location)
        let treeRecord = try built.listing.record(of: request.keys.contentID, at: location.path, in: store)
        try mapStoreErrors { () throws(KeyStoreError) in
            let uses = try keys.uses(on: plan, built.digests, by: request.policy.method)
            try store.recordUses(uses, reuse: request.reuse, of: run, publishing: treeRecord)
        }
        try recordFirstUse(keys.firstUse)
        let outcome: Publisher.Outcome
        if needsPublication {
            outcome = try publisher.publish(stage) { () throws(PresentationError) in
                try requireUsable(records)
                try requireStored(records)
            }
        } else {
            try requireStored(records)
            outcome = .unchanged
        }
        if needsPublication, outcome == .unchanged,
            let run = try titleRun(of: keys, plan, in: location.path, at: location)
        {
            // Another run published equal files first; the record needs the file times of those.
            try mapStoreErrors { () throws(KeyStoreError) in try store.record(run) }
        }
        return ProtectionReportBuilder(plan: plan.replacing(built.layout), keys: keys)
            .report(request, output: location.path, outcome: outcome.rawValue)
    }

    private func recordFirstUse(_ firstUse: FirstUseSinceRestoration?) throws(PresentationError) {
        guard let firstUse else { return }
        try mapStoreErrors { () throws(KeyStoreError) in try store.logFirstUse(firstUse) }
    }

    /// Returns the record of the title's publication, or nil outside of batches.
    private func titleRun(
        of keys: KeyPlan,
        _ plan: ProtectionPlan,
        in tree: String,
        at location: OutputLocation
    ) throws(PresentationError) -> TitleRun? {
        try request.recording?.titleRun(
            of: plan.inputs,
            publishing: tree,
            as: location.path,
            keyIDs: keys.ordered.map(\.keyID),
            in: store,
            cancellation
        )
    }

    /// Commits the keys, their signalling and their policies to the store.
    private func commitKeys(_ plan: ProtectionPlan, tree: String) throws(PresentationError) -> KeyPlan {
        let firstUse = try mapStoreErrors { () throws(KeyStoreError) in
            try store.firstUseSinceRestoration(of: request.keys.contentID)
        }
        var keys = try planner(plan).commit(plan.slots)
        if let firstUse { keys.warnings.append(firstUse.warning) }
        keys.firstUse = firstUse
        let signalling = keys.ordered.flatMap { key in
            key.signalling(
                request.policy.method,
                scheme: plan.scheme(of: key.slot, request.policy.method),
                template: request.templateName,
                rules: request.keys.assetIDRules,
                tree: tree
            )
        }
        try mapStoreErrors { () throws(KeyStoreError) in try store.addSignalling(signalling) }
        keys.warnings += try policies(plan)?.assign(to: keys) ?? []
        return keys
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
            return KeyPolicyAssignment(terms: terms, store: store, classes: classes)
        }
    }

    /// Throws if a key is no longer in the store, so that nothing is published under lost keys.
    private func requireStored(_ records: [KeyRecord]) throws(PresentationError) {
        try mapStoreErrors { () throws(KeyStoreError) in try store.requireStored(records) }
    }

    /// Throws if a key may not be used, or the required license server lacks its present version.
    private func requireUsable(_ records: [KeyRecord]) throws(PresentationError) {
        try mapStoreErrors { () throws(KeyStoreError) in
            try store.requireUsable(records)
            guard let server = request.requiredServer else { return }
            try store.requireProvisioned(records, at: server)
        }
    }
}
