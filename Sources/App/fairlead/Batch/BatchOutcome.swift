import Batch
import BatchReports
import Failures
import Synchronization

/// The outcome of a batch: its summary, its exit status, and the reports that are written about titles.
final class BatchOutcome: Sendable {
    private struct State {
        var summary = BatchSummary()
        var titleSeconds = 0.0
        /// The failed title that comes first in the manifest, with its status.
        var firstFailure: (index: Int, status: Int32)?
        var hasTemporaryFailure = false
    }

    /// The maximum number of titles that were not begun and get a report from a process that has to end soon.
    private static let hurriedLimit = 10_000

    private let keepsAll: Bool
    private let spool = TitleReportSpool()
    private let state = Mutex(State())

    /// Creates the outcome of a batch without titles; with `keepsAll`, it keeps the reports of all titles, otherwise
    /// only of those that need attention.
    init(keepsAll: Bool) {
        self.keepsAll = keepsAll
    }

    /// Adds a title; safe to call from several threads.
    func add(_ report: TitleReport) {
        state.withLock { state in
            state.summary.add(report)
            state.titleSeconds += report.seconds
            // The summary counts titles that were interrupted.
            if report.status == FailureClass.unavailable.exitStatus { state.hasTemporaryFailure = true }
            guard report.status != 0, report.index < state.firstFailure?.index ?? .max else { return }
            state.firstFailure = (report.index, report.status)
        }
        if keepsAll || report.state.needsAttention { spool.add(report) }
    }

    /// Adds the titles that were not begun, of which there may be many.
    ///
    /// - Parameters:
    ///   - indices: the positions in the manifest of all titles of the batch.
    ///   - isHurried: true if the process has to end soon; then many are only counted.
    ///   - report: returns the report of a title that was not begun.
    /// - Throws: the errors of `report`, after the remaining titles were counted.
    func addWaiting(
        among indices: ShardTitles,
        isHurried: Bool,
        _ report: (Int) throws -> TitleReport
    ) rethrows {
        func count() {
            state.withLock { $0.summary.notRun += max(0, indices.count - $0.summary.titles) }
        }
        defer { count() }
        let missingCount = indices.count - summary.titles
        guard keepsAll, missingCount > 0, !isHurried || missingCount <= Self.hurriedLimit else { return }
        var known = spool.indices.makeIterator()
        var next = known.next()
        for index in indices {
            if index == next { next = known.next() } else { add(try report(index)) }
        }
    }

    /// The numbers of titles by state.
    var summary: BatchSummary { state.withLock(\.summary) }

    /// The sum of the durations of all titles, in seconds.
    var titleSeconds: Double { state.withLock(\.titleSeconds) }

    /// The reports that were kept, in manifest order.
    var reports: SpooledReports { spool.reports }

    /// Throws `RunFailure` if a report was lost.
    func requireWhole() throws(RunFailure) { try spool.requireWhole() }

    /// Returns the exit status of the batch.
    ///
    /// It is 75 if a title was interrupted, or was not begun although the run is no dry run and had time. Otherwise
    /// `--check` gives 0 if all results hold, else 69. Other modes give 75 if a title ended with 75, else the
    /// status of the first failed title.
    ///
    /// - Parameters:
    ///   - mode: the mode of the run.
    ///   - mayLeaveTitles: true if the run may end before it has begun all titles.
    /// - Returns: the status.
    func status(_ mode: BatchOptions.Mode, mayLeaveTitles: Bool) -> Int32 {
        let unavailable = FailureClass.unavailable.exitStatus
        return state.withLock { state in
            let summary = state.summary
            let hasWaiting = summary.notRun > 0 && mode != .dryRun && !mayLeaveTitles
            if summary.interrupted > 0 || hasWaiting { return unavailable }
            if mode == .check {
                return summary.holds == summary.titles ? 0 : FailureClass.verificationFailedStatus
            }
            return state.hasTemporaryFailure ? unavailable : state.firstFailure?.status ?? 0
        }
    }
}
