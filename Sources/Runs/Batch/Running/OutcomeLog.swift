import BatchReports
import KeyStore
import Synchronization

/// Records failed titles, and verified ones, in the key store, in groups.
///
/// A write to the key store takes milliseconds, since it is on disk when it returns. Outcomes within a second
/// are therefore written together. If the run is killed, unwritten outcomes are lost: failed titles then count
/// as not begun, and verified ones as not verified.
final class OutcomeLog: Sendable {
    private struct Pending {
        var runs: [TitleRun] = []
        var verifications: [TitleVerification] = []
        var lastWrite: ContinuousClock.Instant?
    }

    /// The minimum time between writes; failed verifications are written at once.
    private static let interval = Duration.seconds(1)

    private let store: any KeyRecordStore
    private let pending = Mutex(Pending())

    /// Creates a log in a key store; errors of the store are ignored and lose only these records.
    init(_ store: any KeyRecordStore) {
        self.store = store
    }

    /// Records the failure of a title.
    ///
    /// - Parameters:
    ///   - report: the report of the failed title.
    ///   - output: the absolute path of the output directory.
    func record(_ report: TitleReport, output: String) {
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

    /// Records that the result of a title holds.
    func record(_ verification: TitleVerification) {
        pending.withLock { $0.verifications.append(verification) }
        writeIfDue()
    }

    /// Writes pending outcomes if the last write was at least a second ago.
    func writeIfDue() {
        let isDue = pending.withLock { pending in
            pending.lastWrite.map { $0.duration(to: .now) >= Self.interval } ?? true
        }
        if isDue { flush() }
    }

    /// Writes all pending outcomes.
    func flush() {
        let (runs, verifications) = pending.withLock { pending in
            pending.lastWrite = .now
            defer { (pending.runs, pending.verifications) = ([], []) }
            return (pending.runs, pending.verifications)
        }
        if !runs.isEmpty { try? store.record(runs) }
        if !verifications.isEmpty { try? store.record(verifications) }
    }
}
