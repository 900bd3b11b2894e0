package import Failures
import Inspection
package import KeyStore
package import Presentations

/// One run of `fairlead verify`: finds every key, decrypts every segment, and checks the clear media.
package struct VerificationRun {
    private let request: VerificationRequest
    private let store: any KeyRecordLookup
    private let log: (any AuditRecorder)?
    private let progress: any ProgressSink
    private let cancellation: Cancellation
    private let warn: @Sendable (String) -> Void

    /// Creates a run with the keys of a key store.
    ///
    /// - Parameters:
    ///   - request: the presentation and the options.
    ///   - store: the key store, or nil for a presentation that is expected to be clear.
    ///   - progress: receives the number of bytes that were read.
    ///   - cancellation: stops the run.
    ///   - warn: called with messages about the run itself, such as a log that cannot be written.
    package init(
        _ request: VerificationRequest,
        store: (any KeyRecordLookup & AuditRecorder)?,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation(),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            request,
            keys: store ?? NoKeyRecords(),
            log: store,
            progress: progress,
            cancellation: cancellation,
            warn: warn
        )
    }

    /// Creates a run with keys that need not be in a store, such as those from licenses.
    ///
    /// Their use is recorded only in `log`.
    package init(
        _ request: VerificationRequest,
        keys: any KeyRecordLookup,
        log: (any AuditRecorder)? = nil,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation(),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.request = request
        store = keys
        self.log = log
        self.progress = progress
        self.cancellation = cancellation
        self.warn = warn
    }

    /// Executes the run.
    ///
    /// Faults of the presentation are findings in the report. An error means that it could not be checked.
    package func execute() throws(RunFailure) -> VerificationReport {
        let trees = try PresentationTrees(request)
        let resolver = RecordResolver(
            store: store,
            contentID: request.contentID,
            tree: trees.presentation.root,
            systems: request.systems
        )
        let items = try PresentationItems(of: trees, resolver, comparesKeyIDs: request.comparesKeyIDs)
        logDecryption(with: items.records)
        let checkedRenditions = try readMedia(of: items, trees.presentation)
        let verified = try VerifiedPresentation(
            request,
            trees,
            items,
            checkedRenditions,
            resolver,
            store
        )
        return VerificationReport(verified, try findings(on: verified))
    }

    /// Records the use of keys in the log of the key store, before they are used.
    ///
    /// A store that can only be read still gives its keys, with a warning.
    private func logDecryption(with records: [KeyRecord]) {
        guard request.isLogged, let log else { return }
        do throws(RunFailure) {
            try log.logDecryption(with: records, of: request.playlist)
        } catch {
            warn("the use of keys cannot be written to the log of the key store: \(error.unlabeled)")
        }
    }

    /// Reads and checks the items of all renditions on several threads.
    ///
    /// - Returns: the results of each rendition, in the order of the presentation.
    private func readMedia(
        of items: PresentationItems,
        _ presentation: Presentation
    ) throws(RunFailure) -> [CheckedRendition] {
        let items = AllVerificationItems(items.renditions.map(\.items))
        let (digestKey, progress, cancellation) = (store.mediaDigestKey, progress, cancellation)
        progress.beginPhase(.verifying, "verifying \(items.count) items")
        progress.begin(totalBytes: items.expectedLength)
        defer { progress.end() }
        return try WorkerPool(jobs: min(request.jobs, items.count)).fold(
            count: items.count,
            into: presentation.renditions.map { CheckedRendition(of: $0) },
            makeState: {
                VerificationItemChecker(digestKey: digestKey, cancellation: cancellation, progress: progress)
            },
            { (checker, number) throws(RunFailure) in
                let position = items.position(number)
                let item = items[position]
                return VerificationItemResult(
                    position: position,
                    item: item,
                    outcome: try checker.check(item)
                )
            },
            { checkedRenditions, result in
                checkedRenditions[result.position.rendition].add(
                    result.item,
                    of: items.segment(result.position),
                    result.outcome
                )
            }
        )
    }

    /// Returns the findings about renditions, then those of the checks of the whole presentation.
    private func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        var findings = verified.renditions.flatMap(\.findings)
        findings += try VerificationChecks.ofPresentations.findings(on: verified)
        return try ExpectedProtection.findings(findings, on: verified)
    }
}
