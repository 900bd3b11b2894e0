package import BatchReports
import Failures
import FoundationEssentials
package import KeyStore
package import Presentations
import Synchronization

/// A run of `fairlead batch`, which processes titles on several threads and reports the outcome of each.
///
/// A failed title does not stop the others, unless the key store is unreachable. After a transient failure, a
/// title is tried again in the same run.
package struct BatchRun {
    /// The delays before the second, the third, and the fourth and all later attempts at a title.
    private static let delays: [Duration] = [.seconds(1), .seconds(5), .seconds(15)]

    private let entries: [BatchEntry]
    private let options: BatchOptions
    private let store: any KeyRecordStore
    private let observer: any BatchObserver
    private let cancellation: Cancellation

    /// Creates a run over the titles of a shard.
    ///
    /// - Parameters:
    ///   - entries: the titles, in manifest order.
    ///   - options: the options of the run.
    ///   - store: the store of keys and of publications.
    ///   - observer: called as titles begin and end, from several threads.
    ///   - cancellation: stops the run; unfinished titles are then reported as waiting or interrupted.
    package init(
        _ entries: [BatchEntry],
        options: BatchOptions,
        store: any KeyRecordStore,
        observer: any BatchObserver,
        cancellation: Cancellation
    ) {
        self.entries = entries
        self.options = options
        self.store = store
        self.observer = observer
        self.cancellation = cancellation
    }

    /// Processes all titles.
    ///
    /// - Returns: a report for each title, in manifest order.
    package func execute() -> [TitleReport] {
        let titles = entries.compactMap { entry in
            if case .ready(let title) = entry { title } else { nil }
        }
        removeAbandonedStages(of: titles)
        let reports = run(titles)
        removeAbandonedStages(of: titles)
        var reportIterator = reports.makeIterator()
        return entries.compactMap { entry in
            switch entry {
            case .refused(let report): report
            case .ready: reportIterator.next()
            }
        }
    }

    private func run(_ titles: [BatchTitle]) -> [TitleReport] {
        let queue = TitleQueue(count: titles.count)
        let reports = Mutex<[TitleReport?]>(Array(repeating: nil, count: titles.count))
        let processor = TitleProcessor(options: options, store: store, cancellation: cancellation)
        // The closure never throws; failures are in the reports.
        _ = try? WorkerPool(jobs: options.threadAllocation.titlesAtOnce).map(
            count: options.threadAllocation.titlesAtOnce,
            makeState: {},
            { (_, _) throws(RunFailure) in
                while let item = queue.next(cancellation) {
                    let title = titles[item.position]
                    let previous = reports.withLock { $0[item.position] }
                    let (report, error) = attempt(title, item, processor, previous: previous)
                    reports.withLock { $0[item.position] = report }
                    let failedSince = item.failedSince ?? .now
                    if error?.isTransient == true, let delay = delay(after: item, failedSince: failedSince) {
                        observer.willRetry(title, after: delay, because: report)
                        queue.putBack(item, for: delay, failedSince: failedSince)
                    } else {
                        // Every other title would wait for the store just as long.
                        if error?.kind == .storeUnavailable { queue.stop() }
                        processor.recordFailure(report, of: title)
                        observer.end(report)
                        queue.finish()
                    }
                }
            }
        )
        // No next attempt was made for these, so the report of the last attempt is final.
        for position in queue.waiting {
            guard let report = reports.withLock({ $0[position] }) else { continue }
            processor.recordFailure(report, of: titles[position])
            observer.end(report)
        }
        processor.failures.flush()
        return reports.withLock { reports in
            zip(titles, reports).map { title, report in report ?? title.report(.waiting) }
        }
    }

    private func attempt(
        _ title: BatchTitle,
        _ item: TitleQueue.Item,
        _ processor: TitleProcessor,
        previous: TitleReport?
    ) -> (TitleReport, error: RunFailure?) {
        let progress = observer.begin(title, attempt: item.attempt)
        let start = ContinuousClock.now
        var (report, error) = processor.attempt(
            title,
            threads: options.threadAllocation.threads(withUnfinished: item.unfinishedCount),
            progress
        )
        report.seconds = (previous?.seconds ?? 0) + Double(start.duration(to: .now) / .seconds(1))
        report.attempts = item.attempt
        return (report, error)
    }

    /// Returns the delay before the next attempt, or nil if this was the last one.
    private func delay(
        after item: TitleQueue.Item,
        failedSince: ContinuousClock.Instant
    ) -> Duration? {
        guard !cancellation.isCancelled else { return nil }
        let delay = Self.delays[min(item.attempt, Self.delays.count) - 1]
        switch options.retries {
        case .attempts(let count): return item.attempt <= count ? delay : nil
        case .time(let limit): return failedSince.duration(to: .now) < limit ? delay : nil
        }
    }

    /// Removes stages that killed runs left beside the results, once for all titles.
    private func removeAbandonedStages(of titles: [BatchTitle]) {
        guard options.mode == .publish else { return }
        for parent in Set(titles.compactMap { Directory.parent(of: $0.output) }) {
            Stage.removeAbandonedStages(in: parent)
        }
    }
}

extension RunFailure {
    /// Indicates whether the same run may succeed some seconds later.
    ///
    /// Keys that are not provisioned yet do not count: they need a person or another job.
    fileprivate var isTransient: Bool {
        failureClass == .unavailable && kind != .interrupted && kind != .notProvisioned
    }
}
