package import BatchReports
package import KeyStore
import Synchronization

/// What is noted in the key store of titles that failed.
///
/// A write of a key store is on the disk when it returns, which takes milliseconds: of many failures that come at once, those of
/// a second are noted together. A run that is killed loses these notes, and its titles count as not begun.
package final class FailureLog: Sendable {
    private struct Pending {
        var runs: [TitleRun] = []
        var lastWrite: ContinuousClock.Instant?
    }

    /// How long notes may wait for others.
    private static let interval = Duration.seconds(1)

    private let store: any KeyRecordStore
    private let pending = Mutex(Pending())

    /// A log in a key store; one that cannot be written loses notes and nothing else.
    package init(_ store: any KeyRecordStore) {
        self.store = store
    }

    /// Notes what became of a title.
    ///
    /// - Parameters:
    ///   - report: what became of the title.
    ///   - output: the directory of its result, absolute.
    package func note(_ report: TitleReport, output: String) {
        guard let contentID = try? ContentID(report.contentID),
            let run = try? TitleRun(
                contentID: contentID,
                output: output,
                outcome: .failed(status: Int(report.status), message: report.error ?? "")
            )
        else { return }
        pending.withLock { $0.runs.append(run) }
        // That a result does not hold decides what the next run looks at.
        if report.state == .doesNotHold { flush() } else { writeIfDue() }
    }

    /// Writes notes that have waited long enough.
    func writeIfDue() {
        let isDue = pending.withLock { pending in
            pending.lastWrite.map { $0.duration(to: .now) >= Self.interval } ?? true
        }
        if isDue { flush() }
    }

    /// Writes all notes.
    package func flush() {
        let runs = pending.withLock { pending in
            pending.lastWrite = .now
            defer { pending.runs = [] }
            return pending.runs
        }
        if !runs.isEmpty { try? store.record(runs) }
    }
}
