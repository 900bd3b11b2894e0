package import BatchReports
package import KeyStore
import Synchronization

/// Records failed titles in the key store, in groups.
///
/// A write to the key store takes milliseconds, since it is on disk when it returns. Failures within a second
/// are therefore written together. If the run is killed, unwritten failures are lost and their titles count
/// as not begun.
package final class FailureLog: Sendable {
    private struct Pending {
        var runs: [TitleRun] = []
        var lastWrite: ContinuousClock.Instant?
    }

    /// The minimum time between writes; failed verifications are written at once.
    private static let interval = Duration.seconds(1)

    private let store: any KeyRecordStore
    private let pending = Mutex(Pending())

    /// Creates a log in a key store; errors of the store are ignored and lose only these records.
    package init(_ store: any KeyRecordStore) {
        self.store = store
    }

    /// Records the failure of a title.
    ///
    /// - Parameters:
    ///   - report: the report of the failed title.
    ///   - output: the absolute path of the output directory.
    package func record(_ report: TitleReport, output: String) {
        guard let contentID = try? ContentID(report.contentID),
            let run = try? TitleRun(
                contentID: contentID,
                output: output,
                outcome: .failed(status: Int(report.status), message: report.error ?? "")
            )
        else { return }
        pending.withLock { $0.runs.append(run) }
        // A failed verification is written at once, because the next run then verifies the title.
        if report.state == .doesNotHold { flush() } else { writeIfDue() }
    }

    /// Writes pending failures if the last write was at least a second ago.
    func writeIfDue() {
        let isDue = pending.withLock { pending in
            pending.lastWrite.map { $0.duration(to: .now) >= Self.interval } ?? true
        }
        if isDue { flush() }
    }

    /// Writes all pending failures.
    package func flush() {
        let runs = pending.withLock { pending in
            pending.lastWrite = .now
            defer { pending.runs = [] }
            return pending.runs
        }
        if !runs.isEmpty { try? store.record(runs) }
    }
}
