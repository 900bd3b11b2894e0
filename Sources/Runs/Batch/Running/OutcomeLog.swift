import BatchReports
import Failures
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

    /// The maximum number of outcomes that wait for a key store that cannot be written.
    private static let limit = 100_000
    /// The minimum time between writes; failed verifications are written at once.
    private static let interval = Duration.seconds(1)

    private let store: any KeyRecordStore
    private let pending = Mutex(Pending())

    /// Creates a log in a key store; what it cannot write is kept for the next time.
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

    /// Writes all pending outcomes, if the key store can be written.
    func flush() {
        try? write()
    }

    /// Writes all pending outcomes.
    ///
    /// - Throws: `RunFailure` if the key store cannot be written.
    func write() throws(RunFailure) {
        let (runs, verifications) = pending.withLock { pending in
            pending.lastWrite = .now
            defer { (pending.runs, pending.verifications) = ([], []) }
            return (pending.runs, pending.verifications)
        }
        do throws(RunFailure) {
            if !runs.isEmpty { try store.record(runs) }
            if !verifications.isEmpty { try store.record(verifications) }
        } catch {
            // A record that is there already does no harm.
            pending.withLock { pending in
                pending.runs = (runs + pending.runs).suffix(Self.limit)
                pending.verifications = (verifications + pending.verifications).suffix(Self.limit)
            }
            throw error
        }
    }
}
