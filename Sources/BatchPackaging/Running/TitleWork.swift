internal import Foundation
import HLSPackaging
import HLSVerification
import KeyStore

/// What is done with one title, and what is said of it.
struct TitleWork: Sendable {
    let options: BatchOptions
    let store: any KeyRecordStore
    let cancellation: Cancellation

    /// One attempt, and the error that it ended with.
    func attempt(
        _ title: BatchTitle,
        threads: Int,
        _ progress: any ProgressSink
    ) -> (report: TitleReport, error: PackagingError?) {
        do throws(PackagingError) {
            switch options.mode {
            case .publish: return (try publish(title, threads, progress), nil)
            case .check: return (try check(title, threads, progress), nil)
            case .keysOnly, .dryRun: return (try plan(title, threads, progress), nil)
            }
        } catch {
            return (failure(of: title, error), error)
        }
    }

    /// Notes in the key store that a title failed.
    ///
    /// What was published is there already; what was interrupted says so by its absence.
    func note(_ report: TitleReport, of title: BatchTitle) {
        guard options.mode == .publish, report.state == .failed else { return }
        FailureRecord.note(report, output: title.output, in: store)
    }

    private func publish(
        _ title: BatchTitle,
        _ threads: Int,
        _ progress: any ProgressSink
    ) throws(PackagingError) -> TitleReport {
        let check = TitleCheck(title.recording, output: title.output, store: store)
        if case .current(let published) = try check.standing(of: title.source, cancellation) {
            try noteCurrent(title, published.publication)
            var report = title.report(.current)
            report.add(published, at: title.output)
            try describe(&report, of: title, published.playlist, published.publication.keyIDs)
            return report
        }
        let made = try TitleRunner(title, threads: threads, store, progress, cancellation).execute()
        var report = title.report(.published)
        report.take(made)
        try describe(&report, of: title, made.playlist, made.keyIDs)
        if options.verifies {
            try verify(title, made.playlist, threads, progress, &report)
            if report.verification?.holds == false { report.fail(with: .doesNotHold) }
        }
        return report
    }

    /// A title may be current although its last run failed, with other options say: then there is nothing left to do.
    private func noteCurrent(_ title: BatchTitle, _ publication: Publication) throws(PackagingError) {
        let contentID = title.recording.contentID
        do throws(KeyStoreError) {
            let last = try store.latestRun(of: contentID, at: title.output)
            guard last?.publication == nil else { return }
            try store.record(
                TitleRun(contentID: contentID, output: title.output, outcome: .published(publication))
            )
        } catch {
            throw .keyStore(error)
        }
    }

    private func check(
        _ title: BatchTitle,
        _ threads: Int,
        _ progress: any ProgressSink
    ) throws(PackagingError) -> TitleReport {
        let check = TitleCheck(title.recording, output: title.output, store: store)
        switch try check.standing(of: title.source, cancellation) {
        case .different(let difference):
            var report = title.report(.doesNotHold)
            report.status = TitleReport.doesNotHoldStatus
            report.error = difference.rawValue
            return report
        case .current(let published):
            var report = title.report(.holds)
            report.add(published, at: title.output)
            try describe(&report, of: title, published.playlist, published.publication.keyIDs)
            try verify(title, published.playlist, threads, progress, &report)
            if report.verification?.holds == false { report.fail(with: .doesNotHold) }
            return report
        }
    }

    /// Mints keys, or finds out what would be done.
    private func plan(
        _ title: BatchTitle,
        _ threads: Int,
        _ progress: any ProgressSink
    ) throws(PackagingError) -> TitleReport {
        let runner = TitleRunner(title, threads: threads, store, progress, cancellation)
        guard options.mode == .dryRun else {
            var report = title.report(.published)
            guard let made = try runner.mint() else { return report }
            report.state = made.keys.contains(where: \.isNew) ? .published : .unchanged
            report.take(made)
            report.output = nil
            return report
        }
        let check = TitleCheck(title.recording, output: title.output, store: store)
        if case .current = try check.standing(of: title.source, cancellation) {
            return title.report(.current)
        }
        let made = try runner.dryRun()
        var report = title.report(.waiting)
        report.take(made)
        return report
    }

    private func verify(
        _ title: BatchTitle,
        _ playlist: String,
        _ threads: Int,
        _ progress: any ProgressSink,
        _ report: inout TitleReport
    ) throws(PackagingError) {
        var request = VerificationRequest(playlist: title.output + "/" + playlist)
        request.root = title.output
        request.isClear = title.isClear
        request.contentID = title.isClear ? nil : title.recording.contentID
        request.jobs = threads
        // A check writes nothing, its store is open for reading.
        request.isNoted = options.mode != .check
        let warnings = WarningList()
        let run = VerificationRun(
            request,
            store: title.isClear ? nil : store,
            progress: progress,
            cancellation: cancellation,
            warn: { warnings.add($0) }
        )
        let found = try run.execute()
        report.warnings += warnings.all
        report.verification = TitleReport.Verification(
            holds: found.holds,
            findings: found.findings.map { "\($0.severity.rawValue): \($0.text)" }
        )
    }

    private func failure(of title: BatchTitle, _ error: PackagingError) -> TitleReport {
        var report = title.report(.failed)
        report.status = error.failureClass.exitStatus
        report.error = error.description
        if case .interrupted = error {
            report.state = .interrupted
        } else if options.mode == .check {
            report.state = .doesNotHold
            report.status = TitleReport.doesNotHoldStatus
        }
        return report
    }

    /// Adds digests and renditions, if they are wanted.
    private func describe(
        _ report: inout TitleReport,
        of title: BatchTitle,
        _ playlist: String,
        _ keyIDs: [UUID]
    ) throws(PackagingError) {
        try TitleDescription(options, store, cancellation)
            .complete(&report, of: title, playlist: playlist, keyIDs: keyIDs)
    }
}
