import Batch
import BatchReports
import CommandLineParts
import Failures
import FoundationEssentials
import Glibc
import Presentations
import Synchronization

/// The metrics of a run of a batch, written at its start, every 15 seconds and at its end.
final class BatchMetrics: Sendable {
    /// The time between two files, in tenths of a second.
    private static let interval = 150

    private let file: MetricsFile
    private let labels: [(name: String, value: String)]
    private let folders: [String]
    private let startedAt = Date()
    private let start = ContinuousClock.now
    /// The titles that are processed, and how many there are.
    private let titles = Mutex<(outcome: BatchOutcome, count: Int)?>(nil)
    private let isFinished = Atomic(false)
    private let hasWarned = Atomic(false)
    /// Held while a file is written, so that the last one stays.
    private let writing = Mutex(())

    /// Creates the metrics of a run, if it has `--metrics`.
    ///
    /// - Throws: `RunFailure` if the options for shards or for the key store are wrong.
    init?(_ command: BatchRunCommand) throws {
        guard let path = command.metrics.file else { return nil }
        file = MetricsFile(path)
        labels = MetricsFile.labels(manifest: command.manifest, try command.shards.selection())
        folders = try MetricsFile.folders(output: command.output, command.keyStore)
    }

    /// Writes the file, and begins to write it again and again while titles are processed.
    ///
    /// - Throws: `RunFailure` if it cannot be written.
    func begin(_ outcome: BatchOutcome, titleCount: Int) throws(RunFailure) {
        titles.withLock { $0 = (outcome, titleCount) }
        try write(status: nil)
        _ = try? WorkerThread { [self] in
            while true {
                for _ in 0..<Self.interval where !isFinished.load(ordering: .relaxed) { usleep(100_000) }
                guard !isFinished.load(ordering: .relaxed) else { return }
                do throws(RunFailure) {
                    try write(status: nil)
                } catch {
                    if !hasWarned.exchange(true, ordering: .relaxed) {
                        Diagnostics.shared.warning(error.message)
                    }
                }
            }
        }
    }

    /// Writes the last file, with the exit status of the run.
    ///
    /// - Throws: `RunFailure` if it cannot be written.
    func end(status: Int32) throws(RunFailure) {
        isFinished.store(true, ordering: .relaxed)
        try write(status: status)
    }

    private func write(status: Int32?) throws(RunFailure) {
        let metrics = metrics(status: status)
        let result = writing.withLock { _ -> Result<Void, RunFailure> in
            if status == nil, isFinished.load(ordering: .relaxed) { return .success(()) }
            return Result { () throws(RunFailure) in try file.write(metrics) }
        }
        try result.get()
    }

    private func metrics(status: Int32?) -> PrometheusText {
        let (outcome, count) = titles.withLock { ($0?.outcome, $0?.count ?? 0) }
        var summary = outcome?.summary ?? BatchSummary()
        summary.notRun = max(summary.notRun, count - summary.titles + summary.notRun)
        var text = PrometheusText(labels: labels)
        text.add("fairlead_batch_titles", "Titles of the run by state.", by: "state", Self.states(summary))
        text.add(
            "fairlead_batch_titles_with_warnings",
            "Titles with warnings.",
            Double(summary.withWarnings)
        )
        text.add(
            "fairlead_batch_start_timestamp_seconds",
            "When the run began.",
            startedAt.timeIntervalSince1970.rounded(.down)
        )
        text.add(
            "fairlead_batch_end_timestamp_seconds",
            "When the run ended.",
            status.map { _ in Date().timeIntervalSince1970.rounded(.down) }
        )
        text.add(
            "fairlead_batch_exit_status",
            "The exit status of the run.",
            status.map(Double.init)
        )
        text.add(
            "fairlead_batch_seconds",
            "How long the run has taken.",
            Double(start.duration(to: .now) / .seconds(1))
        )
        text.add(
            "fairlead_batch_title_seconds",
            "The sum of what the titles took.",
            outcome?.titleSeconds ?? 0
        )
        text.add("fairlead_batch_output_bytes", "The size of the results.", Double(summary.bytes))
        text.add(
            "fairlead_batch_free_bytes",
            "The free room for results and for the key store.",
            by: "path",
            MetricsFile.freeBytes(of: folders)
        )
        return text
    }

    private static func states(_ summary: BatchSummary) -> [(String, Double)] {
        [
            ("published", summary.published), ("unchanged", summary.unchanged),
            ("replaced", summary.replaced),
            ("keys_minted", summary.minted), ("current", summary.skipped), ("holds", summary.holds),
            ("does_not_hold", summary.doesNotHold), ("failed", summary.failed),
            ("interrupted", summary.interrupted), ("waiting", summary.notRun),
        ].map { ($0.0, Double($0.1)) }
    }
}
