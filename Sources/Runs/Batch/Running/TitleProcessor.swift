import BatchReports
import Failures
import FoundationEssentials
import Inspection
import KeyStore
import Presentations
import Protection
import Verification

/// The work on one title in the mode of the run, and its report.
struct TitleProcessor: Sendable {
    let options: BatchOptions
    let store: any KeyRecordStore
    let outcomes: OutcomeLog
    let cancellation: Cancellation

    init(options: BatchOptions, store: any KeyRecordStore, cancellation: Cancellation) {
        self.options = options
        self.store = store
        outcomes = OutcomeLog(store)
        self.cancellation = cancellation
    }

    /// Makes one attempt, and returns its report and the error that ended it.
    func attempt(
        _ title: BatchTitle,
        threads: Int,
        _ progress: any ProgressSink
    ) -> (report: TitleReport, error: RunFailure?) {
        do throws(RunFailure) {
            switch options.mode {
            case .publish: return (try publish(title, threads, progress), nil)
            case .check: return (try check(title, threads, progress), nil)
            case .keysOnly, .dryRun: return (try plan(title, threads, progress), nil)
            }
        } catch {
            return (failure(of: title, error), error)
        }
    }

    /// Records in the key store that a title failed, or that its result failed verification.
    ///
    /// The run itself has recorded a publication; an interrupted title is one without a record.
    func recordFailure(_ report: TitleReport, at output: String) {
        guard options.mode == .publish else { return }
        guard [.failed, .doesNotHold].contains(report.state) else { return outcomes.writeIfDue() }
        outcomes.record(report, output: output)
    }

    private func publish(
        _ title: BatchTitle,
        _ threads: Int,
        _ progress: any ProgressSink
    ) throws(RunFailure) -> TitleReport {
        let check = TitleCheck(title.recording, output: title.output, store: store)
        if case .current(let published) = try check.comparison(of: title.source, cancellation) {
            return try current(title, published, threads, progress)
        }
        let protectionReport = try TitleRunner(title, threads: threads, store, progress, cancellation)
            .execute()
        var report = title.report(.published)
        report.add(protectionReport)
        do {
            try addDetails(
                &report,
                of: title,
                protectionReport.playlist,
                .new(keyIDs: protectionReport.keyIDs)
            )
        } catch {
            // The title is published; an incomplete report cannot undo that.
            report.warnings.append("the report on the result is incomplete: \(error)")
        }
        if options.verifies { try verify(title, protectionReport.playlist, threads, progress, &report) }
        return report
    }

    /// Reports on a title whose result is current.
    ///
    /// Throws if a required license server lacks its keys. Verifies the result if the options ask for it or
    /// the last run found it faulty.
    private func current(
        _ title: BatchTitle,
        _ published: PublishedTitle,
        _ threads: Int,
        _ progress: any ProgressSink
    ) throws(RunFailure) -> TitleReport {
        try requireProvisioned(published.keys, of: title)
        let lastRun = try store.latestRun(of: title.recording.contentID, at: title.output)
        var report = title.report(.current)
        report.add(published, at: title.output)
        try addDetails(&report, of: title, published.playlist, .current(keys: published.keys))
        if options.verifies || lastRun?.failedVerification == true {
            try verify(title, published.playlist, threads, progress, &report)
        }
        // The last run may have failed with other options. As nothing is left to do, the success is recorded.
        guard report.state == .current, lastRun?.publication == nil else { return report }
        try store.record(
            TitleRun(
                contentID: title.recording.contentID,
                output: title.output,
                outcome: .published(published.publication)
            )
        )
        return report
    }

    private func requireProvisioned(_ keys: [ExportableKey], of title: BatchTitle) throws(RunFailure) {
        guard let server = title.requiredServer else { return }
        try store.requireProvisioned(keys.map(\.record), at: server)
    }

    private func check(
        _ title: BatchTitle,
        _ threads: Int,
        _ progress: any ProgressSink
    ) throws(RunFailure) -> TitleReport {
        let check = TitleCheck(title.recording, output: title.output, store: store)
        switch try check.comparison(of: title.source, cancellation) {
        case .different(let difference):
            var report = title.report(.doesNotHold)
            report.status = FailureClass.verificationFailedStatus
            report.error = difference.rawValue
            return report
        case .current(let published):
            var report = title.report(.holds)
            report.add(published, at: title.output)
            try requireProvisioned(published.keys, of: title)
            try addDetails(&report, of: title, published.playlist, .current(keys: published.keys))
            try verify(title, published.playlist, threads, progress, &report)
            return report
        }
    }

    /// Mints the keys, or determines what would be done.
    private func plan(
        _ title: BatchTitle,
        _ threads: Int,
        _ progress: any ProgressSink
    ) throws(RunFailure) -> TitleReport {
        let runner = TitleRunner(title, threads: threads, store, progress, cancellation)
        guard options.mode == .dryRun else {
            var report = title.report(.unchanged)
            guard let protectionReport = try runner.mint() else { return report }
            report.add(protectionReport)
            report.state = protectionReport.keys.contains(where: \.isNew) ? .minted : .unchanged
            report.output = nil
            return report
        }
        let check = TitleCheck(title.recording, output: title.output, store: store)
        if case .current = try check.comparison(of: title.source, cancellation) {
            return title.report(.current)
        }
        let protectionReport = try runner.dryRun()
        var report = title.report(.waiting)
        report.add(protectionReport)
        return report
    }

    private func verify(
        _ title: BatchTitle,
        _ playlist: String,
        _ threads: Int,
        _ progress: any ProgressSink,
        _ report: inout TitleReport
    ) throws(RunFailure) {
        var request = VerificationRequest(playlist: title.output + "/" + playlist)
        request.root = title.output
        request.expectsClear = title.isClear
        request.contentID = title.isClear ? nil : title.recording.contentID
        request.jobs = threads
        // In check mode nothing is written, and the store is open for reading only.
        request.isLogged = options.mode != .check
        // Taken before, so that it is never newer than what was verified.
        let stamp = try? PublishedFiles(in: title.output).stamp
        let warnings = WarningList()
        let run = VerificationRun(
            request,
            store: title.isClear ? nil : store,
            progress: progress,
            cancellation: cancellation,
            warn: { warnings.add($0) }
        )
        let verificationReport = try run.execute()
        report.warnings += warnings.all
        report.verification = TitleReport.Verification(
            holds: verificationReport.holds,
            findings: verificationReport.findings.map { "\($0.severity.rawValue): \($0.text)" }
        )
        guard verificationReport.holds else { return report.markFailedVerification(.doesNotHold) }
        guard options.mode == .publish, let stamp else { return }
        outcomes.record(
            TitleVerification(
                contentID: title.recording.contentID,
                output: title.output,
                outputStamp: stamp
            )
        )
    }

    private func failure(of title: BatchTitle, _ error: RunFailure) -> TitleReport {
        var report = title.report(.failed)
        report.status = error.failureClass.exitStatus
        report.error = error.description
        if error.kind == .interrupted {
            report.state = .interrupted
        } else if options.mode == .check {
            report.state = .doesNotHold
            report.status = FailureClass.verificationFailedStatus
        }
        return report
    }

    /// Adds digests, keys and renditions to a report, as the options ask.
    private func addDetails(
        _ report: inout TitleReport,
        of title: BatchTitle,
        _ playlist: String,
        _ result: TitleReportCompleter.Result
    ) throws(RunFailure) {
        try TitleReportCompleter(options, store, cancellation)
            .complete(&report, of: title, playlist: playlist, result: result)
    }
}
